import { type Ctx, flagOf, invalid, isYes } from '../../../core/contract.ts';
import { Accounts } from '../../foundation/accounts/contract.ts';
import { Companies, type CompanyUserInput } from '../../foundation/companies/contract.ts';
import type { ClientSettings } from './clients.store.ts';
import { refuseUnknownZone } from './timezones.ts';

/** The settings that a call names, in our words; what it leaves out stays as it is. Throws 422 on the field at fault. */
export function settingsFrom(input: CompanyUserInput): Partial<ClientSettings> {
  const { timezone, ClientDomain, disabledreceivedemail, disabledaddcampaign, enablephonenumber, editorspreadsheet, twoFactorAuth } = input;
  if (timezone !== undefined) refuseUnknownZone(timezone);
  return {
    ...(timezone !== undefined && { timezone }),
    ...(ClientDomain !== undefined && { domain: hostOf(ClientDomain) }),
    ...(disabledreceivedemail !== undefined && { mutes_notices: isYes(disabledreceivedemail) }),
    ...(disabledaddcampaign !== undefined && { may_add_campaigns: !isYes(disabledaddcampaign) }),
    ...(enablephonenumber !== undefined && { sees_phones: isYes(enablephonenumber) }),
    ...(editorspreadsheet !== undefined && { edits_spreadsheets: isYes(editorspreadsheet) }),
    ...(twoFactorAuth !== undefined && { asks_factor: isYes(twoFactorAuth) }),
  };
}

/** The same settings as the forms show them. */
export const settingsShown = (settings: ClientSettings) => ({
  ClientDomain: settings.domain,
  timezone: settings.timezone,
  disabledaddcampaign: flagOf(!settings.may_add_campaigns),
  disabledreceivedemail: flagOf(settings.mutes_notices),
  enablephonenumber: flagOf(settings.sees_phones),
  editorspreadsheet: flagOf(settings.edits_spreadsheets),
  twoFactorAuth: flagOf(settings.asks_factor),
});

/** The fields of the specification's user data that tell a client's people what their agency settled for them. */
export async function clientFlags(ctx: Ctx, companyId: number, settings: ClientSettings) {
  const company = await ctx.company(companyId);
  const on = company ? (await ctx.use(Companies).products(company)).filter((module) => module.on) : [];
  return {
    disable_client_add_campaign: flagOf(!settings.may_add_campaigns),
    disabledreceivedemail: flagOf(settings.mutes_notices),
    enablephonenumber: flagOf(settings.sees_phones),
    editorspreadsheet: flagOf(settings.edits_spreadsheets),
    leadspeek: flagOf(on.length > 0),
    leadspeek_type: on.map((module) => module.product).join('|'),
  };
}

/** Has the client's person sign in with a code, or no longer, where the agency changed its mind: what the person chose stays otherwise. */
export async function askForFactor(ctx: Ctx, accountId: number, settings: Partial<ClientSettings>, before: boolean): Promise<void> {
  if (settings.asks_factor !== undefined && settings.asks_factor !== before)
    await ctx.use(Accounts).demandFactor(accountId, settings.asks_factor);
}

/** The host of an address as somebody types it; empty for nothing. */
function hostOf(typed: string): string {
  const text = typed.trim();
  if (text === '') return '';
  const url = URL.parse(/^[a-z]+:\/\//i.test(text) ? text : `https://${text}`);
  const host = url?.hostname ?? '';
  if (!/^https?:$/.test(url?.protocol ?? '') || !/^[a-z0-9-]+(\.[a-z0-9-]+)+$/.test(host))
    throw invalid('ClientDomain', 'clients.problem.domain');
  return host;
}
