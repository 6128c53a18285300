/** The product with stand-ins for the neighbours, and the short ways of the tests. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Ctx, Plugin, Tenant } from '../../../core/contract.ts';
import { startTestApp } from '../../../core/testing/app.ts';
import { CampaignChanged } from '../../campaigns/contract.ts';
import { LeadIntake, type LeadPerson } from '../../leads/contract.ts';
import { Pixels } from '../contract.ts';
import { PageViews } from '../source.ts';
import { addPeople, recognise, visitorIdentifier } from '../identity/graph.store.ts';
import { NOBODY } from '../../leads/shared.ts';
import { graphRecord, PERSON_KEY } from '../identity/person.ts';
import { visitQueue } from '../pipeline/visit-queue.ts';
import { SETTLE_MS } from '../screening/limits.ts';
import { BeaconTokens, TOKEN_KEY } from '../screening/token.ts';
import { type FakeCampaign, neighbours, standardRules } from '../../../tests/support/lead-neighbours/neighbours.ts';
import { countsOf } from '../../../tests/support/day-counts.ts';

const AGENT = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36';

export async function startShop(plugin: Plugin, config: { egressAllow?: string[] } = {}) {
  const app = await startTestApp({ plugins: [...neighbours, plugin], config: { trustedHops: 1, ...config } });
  const tokens = new BeaconTokens(app.kernel.secrets.key(TOKEN_KEY));
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
    token: (key: string, ip: string, at = Date.now()) => tokens.issue(key, ip, at),
    /** One beacon, as the script in a page of the shop sends it; `ip` is where from. */
    collect: (body: Record<string, unknown> | string, headers: Record<string, string> = {}, ip = '192.0.2.10') => {
      const { k, u = 'https://shop.example/' } = typeof body === 'string' ? {} : (body as { k?: string; u?: string });
      return app.call('POST', '/collect', null, {
        raw:
          typeof body === 'string'
            ? body
            : JSON.stringify({ v: 'visitor-1', u, s: typeof k === 'string' ? tokens.issue(k, ip, Date.now()) : '', ...body }),
        headers: {
          'content-type': 'text/plain;charset=UTF-8',
          'user-agent': AGENT,
          'x-forwarded-for': ip,
          origin: URL.parse(u)?.origin ?? 'null',
          ...headers,
        },
      });
    },
    /** People for the graph, recognised by the visitor id `<name>-visitor`. */
    async people(names: readonly string[], more: Partial<LeadPerson> = {}) {
      const secret = app.kernel.secrets.key(PERSON_KEY);
      const records = names.map((name) =>
        graphRecord(secret, {
          ...NOBODY,
          firstName: name,
          lastName: 'Known',
          email: `${name}@people.example`,
          state: 'IL',
          city: 'Chicago',
          zip: '60601',
          ...more,
        })!,
      );
      await addPeople(platform, records, 'test');
      await recognise(
        platform,
        records.map((r, n) => ({ identifier: visitorIdentifier(`${names[n]}-visitor`), key: Buffer.from(r['person_key']!, 'hex') })),
      );
    },
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
