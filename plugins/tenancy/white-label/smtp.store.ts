import type { Ctx, SmtpAccount } from '../../../core/contract.ts';
import type { SmtpRow } from './rows.gen.ts';

/** The mail server of an agency; its password is sealed. */
export type MailServer = SmtpRow;

/** Where the password is kept: part of what it is sealed with. */
const placeOf = (companyId: number): string => `white_label_smtp|password|${companyId}`;

export async function mailServerOf(ctx: Ctx, companyId: number): Promise<MailServer | undefined> {
  return (await ctx.db('white_label_smtp').where({ company_id: companyId }).first()) as MailServer | undefined;
}

/** Stores the account as working; without a password the stored one stays. */
export async function saveMailServer(
  ctx: Ctx,
  companyId: number,
  account: Omit<SmtpAccount, 'password'> & { isOn: boolean; password?: string | null },
): Promise<void> {
  const row = {
    host: account.host,
    port: account.port,
    user_name: account.user,
    from_name: account.fromName,
    from_address: account.fromAddress,
    is_on: account.isOn,
    failures: 0,
    paused_until: null,
    fault: null,
    ...(account.password === undefined
      ? {}
      : { password: account.password === null ? null : await ctx.secrets.seal(companyId, placeOf(companyId), account.password) }),
  };
  await ctx
    .db('white_label_smtp')
    .insert({ company_id: companyId, ...row })
    .onConflict('company_id')
    .merge(row);
}

export async function dropMailServer(ctx: Ctx, companyId: number): Promise<boolean> {
  return (await ctx.db('white_label_smtp').where({ company_id: companyId }).delete()) > 0;
}

/** The account with its password in the open; for sending, never for an answer. */
export async function accountOf(ctx: Ctx, server: MailServer): Promise<SmtpAccount> {
  return {
    host: server.host,
    port: server.port,
    user: server.user_name,
    password: server.password ? await ctx.secrets.open(server.company_id, placeOf(server.company_id), server.password) : '',
    fromName: server.from_name,
    fromAddress: server.from_address,
  };
}

/** Counts a failure, or forgets them all; answers how many there were in a row. */
export async function noteSending(
  ctx: Ctx,
  companyId: number,
  fault: string | null,
  pauseAfter: number,
  pauseSeconds: number,
): Promise<number> {
  const { rows } = (await ctx.db.raw(
    `update white_label_smtp set used_at = now(), fault = :fault,
       failures = case when :fault::text is null then 0 else failures + 1 end,
       paused_until = case when :fault::text is not null and failures + 1 >= :pauseAfter then now() + make_interval(secs => :pauseSeconds) end
     where company_id = :companyId returning failures`,
    { companyId, fault, pauseAfter, pauseSeconds },
  )) as { rows: { failures: number }[] };
  return rows[0]?.failures ?? 0;
}
