import { type AbilityRules, ownedBy, type Tenant, type UserType } from '../../../core/contract.ts';

/** The report over all agencies has a page for these; what else it takes is asked in `analytics.service.ts`. */
const STAFF: readonly (UserType | null)[] = ['user', 'userdownline', 'administrator'];
const READERS: readonly (UserType | null)[] = ['userdownline', 'administrator', 'client'];

/**
 * Leads and figures are shown to agencies and their clients only: the root company looks at nobody's leads here, although it may read
 * the rows. Which rows they are is decided by the rules of `Lead`, in the port. What a lead costs is shown to the client who
 * pays it and to agency staff who deal with money; a list of people is not carried away by somebody who only looks through an account,
 * unless they were granted that.
 */
export const reportAbilities: AbilityRules = ({ can }, { actor, tenant, rights, viewedBy }) => {
  const looksThrough = viewedBy !== null && STAFF.includes(actor.userType) && rights.LeadsPeek.enable;
  const carriesAway = !viewedBy || viewedBy.mayExport;
  const operates = actor.isSystemUser && tenant.kind === 'root';
  if (operates || looksThrough) can('read', 'Analytics');
  // What the platform earns is nobody else's to see, and so not shown through an agency's account.
  if (operates && !viewedBy) can('oversee', 'Analytics');
  if (operates && carriesAway) can(['read', 'create', 'update', 'delete'], 'ReportSchedule', ofRoot(tenant));
  if (!READERS.includes(actor.userType) || !rights.LeadsPeek.enable) return;
  can('read', 'Report');
  if (actor.userType === 'client' || rights.Settings.enable) can('see-prices', 'Report');
  // What is planned is the business of whoever pays: an agency sees it at each campaign.
  if (tenant.kind === 'client') can('read', 'Budget');
  if (tenant.kind === 'agency' && rights.Settings.enable) can('rank', 'ReportClient');
  if (carriesAway) can('export', 'Report');
  can('read', 'ReportSchedule', ownedBy(tenant));
  if (carriesAway && rights.LeadsPeek.update) can(['create', 'update', 'delete'], 'ReportSchedule', ownedBy(tenant));
};

/** The root's own: what its agencies have mailed is theirs. */
const ofRoot = ({ id }: Tenant) => ({ company_id: id });
