import { type AbilityRules, ownedBy } from '../../../core/contract.ts';

/**
 * Clients keep their own list, agencies theirs and those of their clients, the root's operators all of them. `ExclusionList` and
 * `OptOutList` are the screens: a company has one or the other. `OwnExclusionList` is what clients find in their profile menu.
 */
export const exclusionAbilities: AbilityRules = ({ can }, { actor, tenant, rights }) => {
  const { LeadsPeek } = rights;
  if (actor.userType === 'sales' || (tenant.kind === 'root' && !actor.isSystemUser) || !LeadsPeek.enable) return;
  const own = ownedBy(tenant);
  can('read', tenant.kind === 'root' ? 'OptOutList' : 'ExclusionList');
  if (tenant.kind === 'client') can('read', 'OwnExclusionList');
  // Whoever opted out did so at a brand: a client sees that nobody is sold, and not whom its agency may not sell.
  if (tenant.kind !== 'client') can('read', 'OptOut', { company_id: tenant.id });
  can('read', ['Exclusion', 'ExclusionUpload'], own);
  // Whom not to show is for clients to say even where only their agency adds campaigns, which takes `create` away.
  if (LeadsPeek.create || (tenant.kind === 'client' && LeadsPeek.update)) can('create', 'Exclusion', own);
  if (LeadsPeek.delete) can('delete', 'Exclusion', own);
};
