/** The product with stand-ins for the neighbours, and the short ways of the tests. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Ctx, Plugin, Tenant } from '../../../../core/contract.ts';
import { startTestApp } from '../../../../core/testing/app.ts';
import { CampaignChanged } from '../../../campaign-management/campaigns/contract.ts';
import { LeadIntake, type LeadPerson } from '../../leads/contract.ts';
import { Pixels } from '../contract.ts';
import { PageViews } from '../source.ts';
import { visitQueue } from '../pipeline/visit-queue.ts';
import { SETTLE_MS } from '../screening/limits.ts';
import { type FakeCampaign, neighbours, standardRules } from '../../../../tests/support/lead-neighbours/neighbours.ts';
import { countsOf } from '../../../../tests/support/day-counts.ts';
import { Visitors } from './visitors.fake.ts';

export async function startShop(plugin: Plugin, config: { egressAllow?: string[] } = {}) {
  const app = await startTestApp({ plugins: [...neighbours, plugin], config: { trustedHops: 1, ...config } });
  const visitors = new Visitors(app);
  const { platform } = app.kernel;
  let campaigns = 0;
  const asClient = app.fixtures.a.clients[0]!.tenant;
  const shop = {
    app,
    platform,
    close: () => app.close(),
    /** Something done as the platform within a company, as a job would. */
    inside: <R>(work: (ctx: Ctx) => Promise<R>, tenant: Tenant = app.fixtures.a.tenant): Promise<R> => app.inside(tenant, 'capture', work),
    /** Works up to so many visits of the agency in one transaction, as the job does. */
    workIn: (ctx: Ctx, most: number): Promise<number> =>
      ctx.use(LeadIntake).work(PageViews, visitQueue({ companyByIp: () => '', isHosting: () => false, supplierOn: false }), most),
    work: (most: number): Promise<number> => shop.inside((ctx) => shop.workIn(ctx, most)),
    /** A campaign with a pixel; answers its id and the pixel's key. */
    async campaign(change: Partial<FakeCampaign> = {}, cap = 1_000_000, client: Tenant = asClient) {
      const id = ++campaigns;
      await platform('fake_campaign').insert({ id, company_id: client.id, rules: JSON.stringify({ ...standardRules, ...change }), cap });
      const { key } = await shop.inside((ctx) => ctx.use(Pixels).of(id), client);
      await sleep(110); // until the endpoint looks for new pixels again
      return { id, key };
    },
    /** Changes a campaign as its plugin would, event included. */
    async change(id: number, change: Partial<FakeCampaign>) {
      await platform('fake_campaign')
        .where({ id })
        .update({ rules: platform.raw('rules || ?::jsonb', [JSON.stringify(change)]) });
      await shop.inside((ctx) =>
        ctx.emit(CampaignChanged, { campaignId: id, companyId: asClient.id, product: 'local', status: change.status ?? 'active' }),
      );
    },
    /** What a served script carries for an address. */
    token: (key: string, ip: string, at = app.kernel.now().getTime()) => visitors.token(key, ip, at),
    /** One beacon, as the script in a page of the shop sends it; `ip` is where from. */
    collect: (...beacon: Parameters<Visitors['beacon']>) => visitors.beacon(...beacon),
    /** People for the graph, recognised by the visitor id `<name>-visitor`. */
    people: (names: readonly string[], more: Partial<LeadPerson> = {}) => visitors.known(names, more),
    /** Forgets whose browsers are whose, which the product itself could not. */
    forgetBrowsers: () => app.asOwner(`delete from capture_identity where kind = 'visitor'`),
    /** How the visits of a campaign ended. */
    async outcomes(campaignId: number): Promise<Record<string, number>> {
      const rows = (await platform('capture_visit')
        .where({ campaign_id: campaignId })
        .groupBy('outcome')
        .select('outcome')
        .count({ n: '*' })) as unknown as { outcome: string | null; n: string }[];
      return Object.fromEntries(rows.map((r) => [r.outcome ?? 'pending', Number(r.n)]));
    },
    /** What was counted of a campaign, all its days together. */
    counts: (campaignId: number) => countsOf(platform, campaignId),
    leads: (campaignId: number): Promise<Record<string, unknown>[]> =>
      platform('leads_lead').where({ campaign_id: campaignId }).orderBy('id'),
    /** Lets the pipeline do all it has to do, newcomers included, who settle for a moment. */
    async settle(): Promise<void> {
      await app.settle();
      const settling = await platform('capture_visit')
        .where({ state: 'pending' })
        .whereRaw("lease_until < now() + interval '2 seconds'")
        .first('slot');
      if (!settling) return;
      await sleep(SETTLE_MS + 50);
      await shop.settle();
    },
  };
  return shop;
}
export type Shop = Awaited<ReturnType<typeof startShop>>;
