import { parse } from 'csv-parse/sync';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../../core/testing/app.ts';
import { putLead } from '../support/put-lead.ts';
import { rename } from '../support/switching.ts';

let app: TestApp;
/** Two campaigns with websites of two clients, and one without. */
let campaigns: { shop: number; other: number; search: number };
let bought: string;
beforeAll(async () => {
  app = await startTestApp();
  const { a } = app.fixtures;
  const made = async (leadspeekType: string, at: 0 | 1, campaignName: string): Promise<number> => {
    const body = { companyID: a.clients[at]!.tenant.id, leadspeekType, campaignName };
    return (await app.call('POST', '/api/leadspeek/client/create', a.owner, { body })).body.leadspeek_api_id;
  };
  campaigns = { shop: await made('local', 0, 'Shop'), other: await made('local', 1, 'Other'), search: await made('locator', 0, 'Search') };
  bought = await converted(0, campaigns.shop, 'ann', 4_990, 'USD');
  await converted(0, campaigns.shop, 'bob', 1_000, 'EUR');
  await converted(0, campaigns.shop, 'cid', null, null);
  await putLead(app, { client: a.clients[0]!.tenant, campaign: campaigns.shop, name: 'dan', cents: 150, at: new Date() });
  await converted(1, campaigns.other, 'eve', 2_000, 'USD');
});
afterAll(() => app.close());

/** A lead that bought something yesterday, or only reached the thank-you page. */
async function converted(client: 0 | 1, campaign: number, name: string, amount: number | null, currency: string | null): Promise<string> {
  const { tenant } = app.fixtures.a.clients[client]!;
  const at = new Date(Date.now() - 86_400_000);
  const lead_id = await putLead(app, { client: tenant, campaign, name, cents: 150, at });
  const owners = { campaign_id: campaign, company_id: tenant.id, agency_id: tenant.agencyId, root_id: tenant.rootId };
  const touch = JSON.stringify({ at: at.toISOString(), url: 'https://shop.example/', referrer: '', params: null });
  await app.kernel.platform('journey_page').insert({
    ...owners,
    lead_id,
    visitor: Buffer.from(name),
    at,
    url: 'https://shop.example/thanks',
    thank_you: true,
    event: amount === null ? null : 'order',
    amount,
    currency,
  });
  await app.kernel
    .platform('journey_lead')
    .insert({ ...owners, lead_id, identified_at: at, day: at, first_touch: touch, last_touch: touch, conversions: 1, amount, currency });
  return lead_id;
}
const get = async (path: string, as = app.fixtures.a.owner) => (await app.call('GET', `/api${path}`, as)).body;

describe('conversions stand', () => {
  test('in the lists of campaigns that have websites', async () => {
    const { data } = await get('/leadspeek/client/-/-/-/-?PerPage=100');
    const shown = new Map(data.map((row: Record<string, unknown>) => [row['leadspeek_api_id'], row]));
    expect(shown.get(campaigns.shop)).toMatchObject({ conversions: 3, conversionValue: '€10.00 + $49.90' });
    expect(shown.get(campaigns.other)).toMatchObject({ conversions: 1, conversionValue: '$20.00' });
    expect(shown.get(campaigns.search)).not.toHaveProperty('conversions');
    const columns = async (page: string) =>
      (await get(`/ui/pages/${page}`)).blocks
        .find(({ as }: { as: string }) => as === 'table')
        .columns.map(({ field }: { field: string }) => field);
    for (const page of ['site-id.campaigns', 'products.campaign'])
      expect(await columns(page), page).toEqual(expect.arrayContaining(['conversions', 'conversionValue']));
    expect(await columns('search-id.campaigns')).not.toContain('conversions');
  });

  test('in the list of leads, the lead report and the lead', async () => {
    const list = await get('/reports/leads?PerPage=100');
    const report = await get('/leadspeek/report/lead/-/-/-/-?PerPage=100');
    for (const { data } of [list, report]) {
      const shown = Object.fromEntries(
        data.map((row: Record<string, unknown>) => [row['name'], [row['conversions'], row['conversionValue']]]),
      );
      expect(shown).toEqual({ ann: [1, '$49.90'], bob: [1, '€10.00'], cid: [1, ''], dan: [null, ''], eve: [1, '$20.00'] });
    }
    expect(await get(`/reports/leads/${bought}`)).toMatchObject({ conversions: 1, conversionValue: '$49.90' });
  });

  test('in the report over all agencies, its file, and of one product', async () => {
    const { operator } = app.fixtures;
    expect(await get('/reports/analytics/totals', operator)).toMatchObject({ conversions: 4, conversionValue: '€10.00 + $69.90' });
    expect(await get('/reports/analytics/totals?product=locator', operator)).toMatchObject({ conversions: 0, conversionValue: '' });
    expect(await get('/reports/analytics/totals?product=local&period=today', operator)).toMatchObject({ conversions: 0 });
    const { data } = await get('/reports/analytics?sortby=conversions', operator);
    expect(data[0]).toMatchObject({ id: app.fixtures.a.tenant.id, conversions: 4, conversionValue: '€10.00 + $69.90' });
    const file = await app.call('GET', '/api/reports/analytics.csv', operator);
    const rows = parse(file.text, { bom: true, columns: true }) as Record<string, string>[];
    expect(rows.find((row) => row['Agency'] === app.fixtures.a.tenant.name)).toMatchObject({
      Conversions: '4',
      'Conversion value': '€10.00 + $69.90',
    });
  });

  test('in what a test of a connection sends, as in every lead', async () => {
    const { Leads } = await import('../../plugins/lead-intake/leads/contract.ts');
    const fields = await app.inside(app.fixtures.a.clients[0]!.tenant, 'leads', async (ctx) => ({
      known: ctx
        .use(Leads)
        .furtherFields()
        .map(({ name }) => name),
      sample: ctx.use(Leads).furtherSample(),
    }));
    expect(fields.sample).toMatchObject({ conversions: 1, conversionValue: '49.90', conversionCurrency: 'USD' });
    expect(Object.keys(fields.sample).toSorted()).toEqual(fields.known.toSorted());
  });
});

describe('a dashboard', () => {
  const WEBSITE_WORDS = { en: /visit|conversion/i, ar: /زيار|زائر|تحويلات/ };
  test.for(['en', 'ar'] as const)('speaks of what its product does, in %s', async (locale) => {
    const { a } = app.fixtures;
    await rename(app, a.owner, { enhance: { name: 'Enhance ID', url: 'enhanceid' } });
    const textsOf = async (page: string): Promise<string> => {
      const answer = await app.call('GET', `/api/ui/pages/${page}`, a.owner, { headers: { 'accept-language': locale } });
      expect(answer.status, answer.text).toBe(200);
      // Names of fields are no words that anybody reads.
      return JSON.stringify(answer.body.blocks, (key, value) => (key === 'field' || key === 'before' ? undefined : value));
    };
    expect(await textsOf('site-id.dashboard')).toMatch(WEBSITE_WORDS[locale]);
    for (const page of ['search-id.dashboard', 'enhance-id.dashboard']) {
      const texts = await textsOf(page);
      expect(texts.match(WEBSITE_WORDS[locale])?.[0], page).toBeUndefined();
    }
    expect(await textsOf('search-id.dashboard')).toContain(
      locale === 'en' ? 'Leads and searches by day' : 'العملاء المحتملون وعمليات البحث حسب اليوم',
    );
  });
});
