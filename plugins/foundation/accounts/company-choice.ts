import { createHash, randomBytes } from 'node:crypto';
import { type Ctx, invalid } from '../../../core/contract.ts';
import type { AccountRow } from './accounts.store.ts';

const MINUTES = 5;
const hashOf = (token: string): Buffer => createHash('sha256').update(token).digest();

export interface Choice {
  choice: string;
  companies: { id: number; name: string }[];
}

/** A right password fits accounts of several companies: whoever holds the token may choose one of them, once. */
export async function openChoice(ctx: Ctx, accounts: readonly AccountRow[]): Promise<Choice> {
  const choice = randomBytes(32).toString('base64url');
  const ids = accounts.map(({ id }) => id);
  await ctx.db('accounts_choice').insert({
    company_id: ctx.host.id,
    token_hash: hashOf(choice),
    account_ids: ids,
    expires_at: ctx.db.raw(`now() + interval '${MINUTES} minutes'`),
  });
  return { choice, companies: await companiesOf(ctx, ids) };
}

/** The companies to choose from; none for a token that is used, unknown or too old. */
export async function choicesOf(ctx: Ctx, choice: string): Promise<Choice['companies']> {
  const row = (await openOnes(ctx, choice).first('account_ids')) as { account_ids: number[] } | undefined;
  return row ? companiesOf(ctx, row.account_ids) : [];
}

/** Uses the token up for one of its companies. Answers the account; throws 422 for any other company or token. */
export async function chooseCompany(ctx: Ctx, choice: string, companyId: number): Promise<number> {
  const isId = Number.isInteger(companyId) && companyId > 0 && companyId <= 2_147_483_647;
  const chosen =
    isId &&
    ((await ctx
      .db('core_public_account')
      .where({ company_id: companyId })
      .whereNull('removed_at')
      .whereRaw('id = any((select account_ids from accounts_choice where token_hash = ?)::int[])', [hashOf(choice)])
      .first('id')) as { id: number } | undefined);
  const used = chosen ? await openOnes(ctx, choice).update({ used_at: ctx.db.fn.now() }) : 0;
  if (!chosen || used !== 1) throw invalid('company', 'accounts.choice.stale');
  return chosen.id;
}

/** A change of the account's password or address voids what the old one opened. */
export async function endChoices(ctx: Ctx, accountId: number): Promise<void> {
  await ctx.db('accounts_choice').whereRaw('? = any(account_ids)', [accountId]).whereNull('used_at').update({ used_at: ctx.db.fn.now() });
}

const openOnes = (ctx: Ctx, choice: string) =>
  ctx
    .db('accounts_choice')
    .where({ token_hash: hashOf(choice), company_id: ctx.host.id })
    .whereNull('used_at')
    .whereRaw('expires_at > now()');

const companiesOf = async (ctx: Ctx, accountIds: readonly number[]): Promise<Choice['companies']> =>
  (await ctx
    .db('core_public_account as a')
    .join('core_public_company as t', 't.id', 'a.company_id')
    .whereIn('a.id', [...accountIds])
    .whereNull('a.removed_at')
    .orderBy(['t.name_key', 't.id'])
    .select('t.id', 't.name')) as Choice['companies'];
