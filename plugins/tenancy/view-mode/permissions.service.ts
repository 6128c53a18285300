import {
  AccountsPort,
  type Ctx,
  flagOf,
  type Grant,
  notFound,
  type Static,
  type StoredViewRights,
  type ViewRights,
  viewRightsOf,
} from '../../../core/contract.ts';
import type { Permissions } from './view-mode.schema.ts';

type Flags = Static<typeof Permissions>;

/** The rights as the switches of the form. */
export const flagsOf = ({ rights, exports }: ViewRights): Flags => ({
  see_ads: flagOf(rights.AdsDesign.enable),
  see_campaigns: flagOf(rights.Campaign.enable),
  see_leads: flagOf(rights.LeadsPeek.enable),
  see_settings: flagOf(rights.Settings.enable),
  campaign_edit: flagOf(rights.LeadsPeek.update),
  lead_export: flagOf(exports),
});

/** Writing is nowhere granted but for campaigns; every other write stays shut in view mode anyway. */
function rightsOf(flags: Flags): StoredViewRights {
  const area = (see: 'T' | 'F', edit = false): Record<Grant, boolean> => ({
    enable: see === 'T',
    create: false,
    update: see === 'T' && edit,
    delete: false,
  });
  return {
    AdsDesign: area(flags.see_ads),
    Campaign: area(flags.see_campaigns),
    LeadsPeek: area(flags.see_leads, flags.campaign_edit === 'T'),
    Settings: area(flags.see_settings),
    exports: flags.see_leads === 'T' && flags.lead_export === 'T',
  };
}

interface OperatorRow {
  id: number;
  name: string;
  email: string;
  view_rights: StoredViewRights;
}
const operators = (ctx: Ctx) =>
  ctx.db('core_public_account').where({ company_id: ctx.tenant.id, is_system: true }).whereNull('removed_at').orderBy(['name_key', 'id']);

/** The operators of the caller's root company and what each may do. */
export async function operatorsOf(ctx: Ctx): Promise<(Flags & { id: number; name: string; email: string })[]> {
  const rows = (await operators(ctx).select('id', 'name', 'email', 'view_rights')) as OperatorRow[];
  return rows.map(({ view_rights, ...row }) => ({ ...row, ...flagsOf(viewRightsOf(ctx.areas, view_rights)) }));
}

/** Changes what an operator may do; it holds at once, also for a look that is under way. Answers their name. */
export async function allow(ctx: Ctx, accountId: number, flags: Flags): Promise<string> {
  const name = await ctx.use(AccountsPort).setViewRights({ id: accountId, companyId: ctx.tenant.id }, rightsOf(flags));
  if (name === null) throw notFound();
  await ctx.audit({
    action: 'view-mode.permissions-changed',
    description: `Changed what ${name} may do in view mode`,
    target: String(accountId),
    detail: flags,
  });
  return name;
}

/** `user_permissions_view_mode` of an operator, as the JSON text of the specification; empty for everybody else. */
export async function permissionsText(ctx: Ctx): Promise<string> {
  if (!ctx.actor.isSystemUser) return '';
  const row = (await ctx.db('core_public_account').where({ id: ctx.actor.id }).first('view_rights')) as
    | Pick<OperatorRow, 'view_rights'>
    | undefined;
  return JSON.stringify(flagsOf(viewRightsOf(ctx.areas, row?.view_rights ?? null)));
}
