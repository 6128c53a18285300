import { type Ctx, denied, Flag, flagOf, invalid, notFound, type SmtpAccount, type Static, T } from '../../../core/contract.ts';
import { defineNamedSetting } from './contract.ts';
import { tidyHost } from './host-rules.ts';
import { accountOf, mailServerOf, saveMailServer } from './smtp.store.ts';

const PORTS = ['25', '465', '587', '2525'] as const;
const HEADER = '^[^\\p{Cc}<>"]*$';
/** An agency's own mail server, as the form asks for it. */
export const SmtpFields = {
  host: T.String({ minLength: 4, maxLength: 253, pattern: '^[A-Za-z0-9.-]+$' }),
  port: T.Enum([...PORTS]),
  username: T.Optional(T.String({ maxLength: 254, pattern: '^[^\\p{Cc}]*$' })),
  password: T.Optional(T.String({ maxLength: 500, pattern: '^[^\\p{Cc}]*$' })),
  from_name: T.String({ minLength: 1, maxLength: 100, pattern: HEADER }),
  from_address: T.String({ format: 'email', maxLength: 254 }),
};
export const SavedServer = T.Object({ ...SmtpFields, is_on: T.Optional(Flag) });
export type ServerInput = Static<typeof SavedServer>;

export const ShownServer = T.Object({
  is_on: Flag,
  host: T.Optional(T.String()),
  port: T.Optional(T.String()),
  username: T.Optional(T.String()),
  from_name: T.Optional(T.String()),
  from_address: T.Optional(T.String()),
  has_password: T.Boolean(),
  state: T.Enum(['none', 'off', 'working', 'failing', 'paused']),
  failures: T.Integer(),
  fault_text: T.String(),
});

/** What may be told of a company's mail server: everything but the password. */
export async function shownOf(ctx: Ctx, companyId: number): Promise<Static<typeof ShownServer>> {
  const server = await mailServerOf(ctx, companyId);
  if (!server) return { is_on: 'T', has_password: false, state: 'none', failures: 0, fault_text: '' };
  const paused = server.paused_until !== null && server.paused_until > ctx.now;
  return {
    is_on: flagOf(server.is_on),
    host: server.host,
    port: String(server.port),
    username: server.user_name,
    from_name: server.from_name,
    from_address: server.from_address,
    has_password: server.password !== null,
    state: !server.is_on ? 'off' : paused ? 'paused' : server.failures > 0 ? 'failing' : 'working',
    failures: server.failures,
    fault_text: server.fault ? ctx.t(`white-label.smtp.fault.${server.fault}`) : '',
  };
}

/** The typed account; a password left empty is the stored one, as long as it goes to the server it was entered for. */
export async function typedAccount(
  ctx: Ctx,
  companyId: number,
  input: ServerInput,
): Promise<{ account: SmtpAccount; keepsPassword: boolean }> {
  const host = tidyHost(input.host);
  const user = input.username ?? '';
  const stored = await mailServerOf(ctx, companyId);
  const same = stored?.host === host && stored.user_name === user && stored.password !== null;
  const keepsPassword = user !== '' && !input.password && same;
  if (user !== '' && !input.password && !same) throw invalid('password', 'white-label.problem.password');
  const password = keepsPassword ? (await accountOf(ctx, stored)).password : (input.password ?? '');
  return {
    account: { host, port: Number(input.port), user, password, fromName: input.from_name.trim(), fromAddress: input.from_address },
    keepsPassword,
  };
}

/** Checks and stores what was typed; counts of earlier failures begin anew. */
export async function saveServer(ctx: Ctx, companyId: number, input: ServerInput): Promise<void> {
  const { account, keepsPassword } = await typedAccount(ctx, companyId, input);
  const { password, ...rest } = account;
  await saveMailServer(ctx, companyId, {
    ...rest,
    isOn: input.is_on !== 'F',
    ...(keepsPassword ? {} : { password: account.user === '' ? null : password }),
  });
  await ctx.audit({
    action: 'white-label.mail-server-changed',
    companyId,
    description: `Mail server ${account.host}:${account.port} saved`,
    target: account.host,
  });
}

/** Under the specification's name, for callers of `GET` and `PUT /configuration/setting`. */
export const smtpSetting = defineNamedSetting({
  name: 'customsmtpmodule',
  async read(ctx, company) {
    if (!ctx.can('read', 'MailServer') || company.id !== ctx.tenant.id) throw notFound();
    return { data: await shownOf(ctx, company.id) };
  },
  save: {
    schema: SavedServer,
    async run(ctx, company, value) {
      if (company.id !== ctx.tenant.id) throw notFound();
      if (!ctx.can('update', 'MailServer')) throw denied();
      await saveServer(ctx, company.id, value);
    },
  },
});
