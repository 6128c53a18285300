import type { Ctx } from '../../../../core/contract.ts';
import { Campaigns } from '../../../campaign-management/campaigns/contract.ts';
import { Clients } from '../../../tenancy/clients/contract.ts';
import { ownerOf } from '../../../foundation/accounts/shared.ts';
import type { Fault } from '../faults.ts';
import { faultOf } from '../faults.ts';
import type { GoogleApi } from '../google.ts';
import type { Share, SheetRow } from './sheet.store.ts';

/** Whom a spreadsheet is for: its client's owner, and to whom the campaign's reports go. Editors where the agency lets the client edit. */
export async function readersOf(ctx: Ctx, sheet: SheetRow): Promise<Share[]> {
  const client = ctx.has(Clients) ? await ctx.use(Clients).find(sheet.company_id) : null;
  const owner = await ownerOf(ctx, sheet.company_id);
  const reporting = (await ctx.use(Campaigns).reporting([sheet.campaign_id])).get(sheet.campaign_id);
  const emails = [owner?.email ?? '', ...(reporting?.sentTo ?? [])].map((email) => email.toLowerCase()).filter(Boolean);
  const role = client?.editsSpreadsheets ? 'writer' : 'reader';
  return [...new Set(emails)].map((email) => ({ email, role }));
}

export interface Sharing {
  shared: Share[];
  /** Addresses that Google did not take, with its words. */
  failed: { email: string; note: string }[];
  /** Whether anything changed at Google. */
  changed: number;
}

/**
 * Lets the wanted people in and those out whom we had let in before; whoever was let in by the account's owner stays. What concerns one
 * address never keeps the others out; what concerns the account or the file is thrown.
 */
export async function share(google: GoogleApi, sheet: SheetRow, wanted: readonly Share[], now: number): Promise<Sharing> {
  const { drive } = google;
  const fileId = sheet.spreadsheet_id!;
  const { data } = await drive.permissions.list({ fileId, fields: 'permissions(id,emailAddress,role,type)', pageSize: 100 });
  const there = new Map((data.permissions ?? []).map((one) => [(one.emailAddress ?? '').toLowerCase(), one]));
  const result: Sharing = { shared: [], failed: [], changed: 0 };
  const attempt = async (email: string, work: () => Promise<unknown>): Promise<boolean> => {
    try {
      await work();
      result.changed += 1;
      return true;
    } catch (error) {
      const fault = faultOf(error, now);
      if (fault.kind === 'rest' || fault.kind === 'reauthorise') throw error;
      result.failed.push({ email, note: fault.note });
      return false;
    }
  };
  for (const { email, role } of wanted) {
    const permission = there.get(email);
    const isDone =
      permission?.role === 'owner' ||
      permission?.role === role ||
      (await attempt(email, () =>
        permission?.id
          ? drive.permissions.update({ fileId, permissionId: permission.id, requestBody: { role } })
          : letIn(google, fileId, { email, role }, now),
      ));
    if (isDone) result.shared.push({ email, role });
  }
  for (const { email } of sheet.shared) {
    const permissionId = there.get(email)?.id;
    if (!permissionId || there.get(email)?.role === 'owner' || wanted.some((one) => one.email === email)) continue;
    if (!(await attempt(email, () => drive.permissions.delete({ fileId, permissionId })))) result.shared.push({ email, role: 'reader' });
  }
  return result;
}

/** Quietly, as the product writes mails of its own; an address without a Google account is let in by a mail of Google's alone. */
async function letIn({ drive }: GoogleApi, fileId: string, { email, role }: Share, now: number): Promise<void> {
  const call = (sendNotificationEmail: boolean) =>
    drive.permissions.create({ fileId, sendNotificationEmail, requestBody: { type: 'user', role, emailAddress: email } });
  try {
    await call(false);
  } catch (error) {
    const fault: Fault = faultOf(error, now);
    if (fault.kind !== 'refused') throw error;
    await call(true);
  }
}
