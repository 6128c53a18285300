import { createHash, randomBytes } from 'node:crypto';
import { conflict, type Ctx, defineJob, invalid, notFound, SessionsPort, T } from '../../../core/contract.ts';
import { byId, credentialOf, lockCredential, setSecondFactor } from './accounts.store.ts';
import { endChallenges } from './codes.service.ts';
import { addReset, dueResets, endReset, type FactorReset, findResettable, isResetOpen } from './factor-reset.store.ts';
import { dropCodes } from './recovery-codes.ts';

/** How long the person may object. */
const HOURS = 24;

const hashOf = (token: string): Buffer => createHash('sha256').update(token).digest();

/**
 * Asks for somebody's second factor to be taken off in a day, and tells them by a mail through which they can object. Answers their name.
 * Throws 404 for an account of whom the actor may not ask it, 409 where there is nothing to take off or it was asked already.
 */
export async function askForReset(ctx: Ctx, accountId: number): Promise<string> {
  const account = await findResettable(ctx, accountId);
  const company = account && (await ctx.company(account.company_id));
  if (!account || !company) throw notFound();
  const { name, email } = account;
  const credential = await lockCredential(ctx.db, { id: account.id, companyId: company.id });
  if (credential.second_factor === 'none') throw conflict('accounts.reset-factor.none', { params: { name } });
  if (await isResetOpen(ctx, account.id)) throw conflict('accounts.reset-factor.waits', { params: { name } });
  const token = randomBytes(32).toString('base64url');
  await addReset(ctx, account, hashOf(token), new Date(ctx.now.getTime() + HOURS * 3_600_000));
  await ctx.mail({
    to: email,
    subject: 'accounts.mail.reset-factor.subject',
    text: 'accounts.mail.reset-factor.text',
    params: { name, by: ctx.actor.name, hours: HOURS, link: `${await ctx.origin(company)}/keep-second-factor?token=${token}` },
    about: 'security',
  });
  await ctx.audit({
    action: 'accounts.factor-reset-asked',
    description: `Second factor of ${email} to be taken off in ${HOURS} hours`,
    companyId: company.id,
    target: email,
  });
  return name;
}

/** The person objects, by the link in the mail: the second factor stays. Throws 422 for a link that is used, unknown or too late. */
export async function objectToReset(ctx: Ctx, token: string): Promise<void> {
  const accountId = await endReset(ctx, { token_hash: hashOf(token) }, 'refused');
  const account = accountId === null ? undefined : await byId(ctx.db, accountId);
  if (!account) throw invalid('token', 'accounts.keep.too-late');
  await ctx.audit({
    action: 'accounts.factor-reset-refused',
    description: `${account.email} keeps the second factor`,
    companyId: account.company_id,
    target: account.email,
  });
}

/** Takes off the second factors whose day is over, an account a transaction: one that fails holds up no other. */
export const factorResetJob = defineJob({
  id: 'accounts.reset-factors',
  payload: T.Object({}),
  every: '1 minute',
  timeoutMs: 60_000,
  db: 'intent',
  async run(ctx) {
    for (const reset of await ctx.transaction(dueResets)) {
      try {
        await ctx.transaction((tx) => takeOff(tx, reset));
      } catch (error) {
        ctx.log.error({ account: reset.account_id, error: String(error) }, 'second factor not taken off');
      }
    }
  },
});

async function takeOff(ctx: Ctx, reset: FactorReset): Promise<void> {
  const company = await ctx.company(reset.company_id);
  const accountId = await endReset(ctx, { id: reset.id }, company ? 'done' : 'void');
  if (company && accountId !== null) await ctx.as(company, (at) => takeOffOf(at, accountId));
}

async function takeOffOf(ctx: Ctx, accountId: number): Promise<void> {
  const account = await byId(ctx.db, accountId);
  const credential = account && (await credentialOf(ctx.db, accountId));
  if (!account || !credential || credential.second_factor === 'none') return;
  await setSecondFactor(ctx.db, accountId, 'none');
  await dropCodes(ctx, accountId);
  await endChallenges(ctx, accountId);
  await ctx.mail({
    to: account.email,
    subject: 'accounts.mail.factor.subject',
    text: 'accounts.mail.factor.none',
    params: { name: account.name },
    about: 'security',
  });
  await ctx.audit({
    action: 'accounts.factor-reset',
    description: `Second factor of ${account.email} taken off`,
    companyId: account.company_id,
    target: account.email,
  });
  await ctx.use(SessionsPort).endAll(accountId);
}
