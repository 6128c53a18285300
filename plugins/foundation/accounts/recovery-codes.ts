import { createHmac, randomInt } from 'node:crypto';
import type { Ctx } from '../../../core/contract.ts';

const HOW_MANY = 10;
/** Without letters and digits that look alike. */
const LETTERS = 'abcdefghjkmnpqrstuvwxyz23456789';
const HALF = 5;

/** What a person may type: ten characters, with or without the hyphen. */
export const RECOVERY_PATTERN = '[A-Za-z0-9]{5}-?[A-Za-z0-9]{5}';

const half = (): string => Array.from({ length: HALF }, () => LETTERS[randomInt(LETTERS.length)]).join('');

/** Keyed by the installation: a stolen table says nothing about the codes. */
const hashOf = (ctx: Ctx, accountId: number, code: string): Buffer =>
  createHmac('sha256', ctx.secrets.key('accounts.recovery'))
    .update(`${accountId}:${code.toLowerCase().replace('-', '')}`)
    .digest();

/** Makes ten codes; those made before are void. Answers them for the only time. */
export async function renewCodes(ctx: Ctx, account: { id: number; companyId: number }): Promise<string[]> {
  const codes = Array.from({ length: HOW_MANY }, () => `${half()}-${half()}`);
  await dropCodes(ctx, account.id);
  await ctx
    .db('accounts_recovery')
    .insert(codes.map((code) => ({ account_id: account.id, company_id: account.companyId, code_hash: hashOf(ctx, account.id, code) })));
  return codes;
}

export async function dropCodes(ctx: Ctx, accountId: number): Promise<void> {
  await ctx.db('accounts_recovery').where({ account_id: accountId }).delete();
}

/** Uses up one code; false when there is none like it any more. */
export async function useRecoveryCode(ctx: Ctx, accountId: number, code: string): Promise<boolean> {
  const used = await ctx
    .db('accounts_recovery')
    .where({ account_id: accountId, code_hash: hashOf(ctx, accountId, code) })
    .whereNull('used_at')
    .update({ used_at: ctx.db.fn.now() });
  return used === 1;
}

/** How many codes are left. */
export async function codesLeft(ctx: Ctx, accountId: number): Promise<number> {
  const row = await ctx.db('accounts_recovery').where({ account_id: accountId }).whereNull('used_at').count('* as n').first();
  return Number(row?.['n'] ?? 0);
}
