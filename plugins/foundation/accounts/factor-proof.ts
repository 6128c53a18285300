import type { Ctx } from '../../../core/contract.ts';
import type { AccountRow, CredentialRow } from './accounts.store.ts';
import { type Challenge, fitsMail } from './codes.service.ts';
import { codesLeft, useRecoveryCode } from './recovery-codes.ts';
import { stepOf } from './totp.ts';

export const sealedAt = (accountId: number, column: 'totp_secret' | 'pending_secret'): string =>
  `accounts_credential.${column}.${accountId}`;

/** An authenticator that never showed that it works lets a mailed code stand in. */
export const isUnconfirmed = (credential: CredentialRow | undefined): boolean =>
  credential?.second_factor === 'google' && !credential.totp_confirmed;

/** Whether a code meets a challenge: a mailed one, the authenticator's, or a recovery code, which is used up and told by mail. */
export async function meets(
  tx: Ctx,
  account: Pick<AccountRow, 'id' | 'company_id' | 'email' | 'name'>,
  credential: CredentialRow,
  challenge: Challenge,
  code: string,
): Promise<boolean> {
  if (/^\d{6}$/.test(code)) return fitsMail(tx, challenge, code) || useTotp(tx, account, credential, code);
  if (credential.second_factor === 'none' || !(await useRecoveryCode(tx, account.id, code))) return false;
  await tx.mail({
    to: account.email,
    subject: 'accounts.mail.recovery.subject',
    text: 'accounts.mail.recovery.text',
    params: { name: account.name, left: await codesLeft(tx, account.id) },
  });
  return true;
}

/** Spends a code of the account's authenticator. Its step and those before it are gone then: of any number at once one has effect. */
async function useTotp(
  ctx: Ctx,
  account: Pick<AccountRow, 'id' | 'company_id'>,
  credential: CredentialRow,
  code: string,
): Promise<boolean> {
  if (credential.second_factor !== 'google' || !credential.totp_secret) return false;
  const secret = await ctx.secrets.open(account.company_id, sealedAt(account.id, 'totp_secret'), credential.totp_secret);
  const step = await stepOf(secret, code, ctx.now);
  if (step === null) return false;
  const spent = await ctx
    .db('accounts_credential')
    .where({ account_id: account.id })
    .where('totp_step', '<', step)
    .update({ totp_step: step, totp_confirmed: true });
  return spent === 1;
}
