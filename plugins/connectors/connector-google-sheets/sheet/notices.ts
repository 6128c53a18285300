import type { Ctx } from '../../../../core/contract.ts';
import { mailOwner } from '../../../foundation/accounts/shared.ts';
import { accountById, type AccountRow } from '../account/account.store.ts';
import type { SheetRow } from './sheet.store.ts';

/** Tells the owner of a Google account that it must be connected again. */
export async function tellAccount(tx: Ctx, account: AccountRow): Promise<void> {
  const company = await tx.company(account.company_id);
  if (!company) return;
  await mailOwner(tx, company, {
    subject: 'connector-google-sheets.mail.account.subject',
    text: 'connector-google-sheets.mail.account.text',
    params: { email: account.email, link: `${await tx.origin(company)}/integrations/google-sheets` },
    about: 'notice',
  });
}

/** Tells the owner of the Google account, who can put it right, that a spreadsheet has stopped, and why. */
export async function tellSheet(tx: Ctx, sheet: SheetRow): Promise<void> {
  const company = await companyOf(tx, sheet);
  if (!company) return;
  await mailOwner(tx, company, {
    subject: 'connector-google-sheets.mail.stopped.subject',
    text: 'connector-google-sheets.mail.stopped.text',
    params: { name: sheet.name, link: `${await tx.origin(company)}/integrations/google-sheets/${sheet.id}` },
    texts: { reason: { key: `connector-google-sheets.reason.${sheet.state}`, params: { note: sheet.note } } },
    about: 'notice',
  });
}

/** Tells the owner of the Google account that leads have waited almost as long as they may. */
export async function tellEnding(tx: Ctx, sheet: SheetRow): Promise<void> {
  const company = await companyOf(tx, sheet);
  if (!company) return;
  await mailOwner(tx, company, {
    subject: 'connector-google-sheets.mail.ending.subject',
    text: 'connector-google-sheets.mail.ending.text',
    params: { name: sheet.name, link: `${await tx.origin(company)}/integrations/google-sheets/${sheet.id}` },
    about: 'notice',
  });
}

async function companyOf(tx: Ctx, sheet: SheetRow) {
  const account = await accountById(tx, sheet.account_id);
  return account && tx.company(account.company_id);
}
