import { defineRoute, invalid, notFound, T } from '../../core/contract.ts';
import { Campaigns } from '../campaigns/contract.ts';
import { cleanHost } from './hosts.ts';
import { siteOf } from './website.ts';

/** For the list of websites that were refused. A host that counts already changes nothing. */
export const allowHostRoute = defineRoute({
  id: 'site-id.allow-host',
  method: 'PUT',
  path: '/leadspeek/client/allow-host',
  summary: 'Let page views of one more host count for a campaign',
  ability: ['update', 'Campaign'],
  audit: 'campaigns.changed-by-user',
  viewMode: 'allow',
  body: T.Object({ leadspeekID: T.Integer({ minimum: 1, maximum: 2_147_483_647 }), host: T.String({ minLength: 1, maxLength: 255 }) }),
  response: T.Object({ result: T.String(), message: T.String(), leadspeek_api_id: T.Integer(), status: T.String() }),
  async handler(ctx, { body }) {
    const host = cleanHost(body.host);
    const { id, status } = await ctx.use(Campaigns).change(body.leadspeekID, async (campaign) => {
      const site = await siteOf(ctx, campaign.id);
      if (!site) throw notFound();
      if (host === null) throw invalid('host', 'site-id.problem.host');
      return site.allowed_hosts.includes(host) ? {} : { allowedHosts: [...site.allowed_hosts, host] };
    });
    return { result: 'success', message: ctx.t('site-id.host-allowed', { host: body.host }), leadspeek_api_id: id, status };
  },
});
