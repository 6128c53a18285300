import { type Ctx, defineRoute, invalid, notFound, T } from '../../../core/contract.ts';
import { Campaigns } from '../../campaign-management/campaigns/contract.ts';
import { cleanHost } from './hosts.ts';
import { siteOf } from './website.ts';

const body = T.Object({
  leadspeekID: T.Integer({ minimum: 1, maximum: 2_147_483_647 }),
  host: T.String({ minLength: 1, maxLength: 255 }),
});
const response = T.Object({ result: T.String(), message: T.String(), leadspeek_api_id: T.Integer(), status: T.String() });

/** Changes the hosts that were added to a campaign; whoever else does the same at once waits. `hosts` answers the list as it is to be. */
async function change(ctx: Ctx, id: number, typed: string, done: string, hosts: (added: readonly string[], host: string) => string[]) {
  const host = cleanHost(typed);
  const changed = await ctx.use(Campaigns).change(id, async (campaign) => {
    const site = await siteOf(ctx, campaign.id);
    if (!site) throw notFound();
    if (host === null) throw invalid('host', 'site-id.problem.host');
    const allowedHosts = hosts(site.allowed_hosts, host);
    return allowedHosts.length === site.allowed_hosts.length ? {} : { allowedHosts };
  });
  return { result: 'success', message: ctx.t(done, { host: typed }), leadspeek_api_id: changed.id, status: changed.status };
}

export const allowHostRoutes = [
  /** For the list of websites that were refused. A host that counts already changes nothing. */
  defineRoute({
    id: 'site-id.allow-host',
    method: 'PUT',
    path: '/leadspeek/client/allow-host',
    summary: 'Let page views of one more host count for a campaign',
    ability: ['update', 'Campaign'],
    audit: 'campaigns.changed-by-user',
    viewMode: 'allow',
    body,
    response,
    handler: (ctx, { body: { leadspeekID, host } }) =>
      change(ctx, leadspeekID, host, 'site-id.host-allowed', (added, one) => (added.includes(one) ? [...added] : [...added, one])),
  }),
  defineRoute({
    id: 'site-id.remove-host',
    method: 'PUT',
    path: '/leadspeek/client/remove-host',
    summary: 'Take a host that was added to a campaign out again: its page views no longer count',
    ability: ['update', 'Campaign'],
    audit: 'campaigns.changed-by-user',
    viewMode: 'allow',
    body,
    response,
    handler: (ctx, { body: { leadspeekID, host } }) =>
      change(ctx, leadspeekID, host, 'site-id.host-removed', (added, one) => added.filter((other) => other !== one)),
  }),
];
