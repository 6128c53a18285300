import { type AbilityRules, ownedBy } from '../../../core/contract.ts';

const AGENCY_USERS = new Set(['userdownline', 'administrator']);

/** Agencies see what they are charged and pay it in person; operators see it of all, beside the agency and not in a list of their own. */
export const agencyBillingAbilities: AbilityRules = ({ can }, { actor, tenant, rights, viewedBy }) => {
  if (tenant.kind === 'agency' && AGENCY_USERS.has(actor.userType ?? '')) {
    if (rights.Settings.enable) can('read', 'AgencyCharge', ownedBy(tenant));
    if (rights.Settings.update && !viewedBy) can('pay', 'AgencyCharge', ownedBy(tenant));
  }
  if (tenant.kind === 'root' && actor.isSystemUser && rights.Settings.enable) can('oversee', 'AgencyCharge', ownedBy(tenant));
};
