import type { AbilityRules } from '../../../core/contract.ts';

/** Agencies and clients answer for their own leads. A request belongs to the company that made it: what an agency was asked, its clients do not see, nor it theirs. */
export const privacyAbilities: AbilityRules = ({ can }, { actor, tenant, rights }) => {
  if (tenant.kind === 'root' || actor.userType === 'sales' || !rights.Privacy.enable) return;
  const own = { company_id: tenant.id };
  can('read', 'PrivacyRequest', own);
  if (rights.Privacy.create) can('create', 'PrivacyRequest', own);
  if (rights.Privacy.delete) can('erase', 'PrivacyRequest', own);
};
