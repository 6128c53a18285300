import type { Knex } from 'knex';
import type { Ctx } from '../../../core/contract.ts';
import type { Campaign } from '../../campaign-management/campaigns/contract.ts';
import type { Website } from '../../lead-intake/capture/contract.ts';
import { Clients } from '../../tenancy/clients/contract.ts';
import { senderHosts } from './hosts.ts';
import type { CampaignRow } from './rows.gen.ts';

/** The website of a campaign; its migration says what each column holds. */
export type SiteRow = CampaignRow;

export const sitesOf = (ctx: Ctx, campaignIds: readonly number[]): Promise<SiteRow[]> =>
  ctx.db('site_id_campaign').whereIn('campaign_id', campaignIds);

/** The website of one campaign; undefined for a campaign of another product. */
export const siteOf = async (ctx: Ctx, campaignId: number): Promise<SiteRow | undefined> => (await sitesOf(ctx, [campaignId]))[0];

/** The websites whose visits count, for whoever collects them. */
export const websites = {
  product: 'local' as const,
  async of(ctx: Ctx, campaignIds: readonly number[]): Promise<Map<number, Website>> {
    const rows = await sitesOf(ctx, campaignIds);
    return new Map(rows.map((row) => [row.campaign_id, websiteOf(row)]));
  },
};

/** The condition that visits of the campaign in that column may come from somewhere (`senderHosts`); addresses that are kept have a host. */
export const hasHosts = (ctx: Ctx, column: string): Knex.Raw =>
  ctx.db.raw(
    `exists (select from site_id_campaign s where s.campaign_id = ?? and (s.url <> '' or s.thank_you_url <> '' or s.allowed_hosts <> '{}'))`,
    [column],
  );

const websiteOf = (row: SiteRow): Website => ({
  url: row.url,
  thankYouUrl: row.thank_you_url,
  hosts: senderHosts(row),
  rules: { only: row.only_pages, never: row.never_pages, hot: row.hot_pages, ownNetworks: row.own_networks },
  readsForms: row.reads_forms,
});

/** Where nothing else is said, a campaign is about the client's own website. */
export async function ownSite(ctx: Ctx, { companyId }: Pick<Campaign, 'companyId'>): Promise<{ urlCode?: string }> {
  const domain = (await ctx.use(Clients).find(companyId))?.domain;
  return domain ? { urlCode: `https://${domain}/` } : {};
}

/** What is wrong with a typed address of a page, or null; none at all is fine. */
export const faultOfUrl = (typed: string): string | null =>
  typed === '' || (/^https?:\/\/\S+$/.test(typed) && URL.canParse(typed)) ? null : 'site-id.problem.url';
