import { randomBytes, randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { dayOf, dayText, type Tenant } from '../../../core/contract.ts';
import { type Answer, startTestApp, type TestApp } from '../../../core/testing/app.ts';
import { conformance } from '../../../core/testing/conformance.ts';
import type { Person } from '../../../core/testing/fixtures.ts';
import { LeadsCreated } from '../../lead-intake/leads/contract.ts';
import { LeadInvalid } from '../../connectors/integrations/contract.ts';
import { Books } from '../../money/ledger/contract.ts';
import { Wallet } from '../wallet/contract.ts';
import { creditSums } from './credits.store.ts';
import plugin from './index.ts';
import { canReceive } from './eligibility.ts';

conformance(plugin);

const DAY = 86_400_000;
let app: TestApp;
let client: { tenant: Tenant; user: Person };
let owner: Person;
let campaign: number;
beforeAll(async () => {
  app = await startTestApp({ plugins: [plugin] });
  client = app.fixtures.a.clients[0]!;
  owner = app.fixtures.a.owner;
  campaign = await newCampaign({});
});
afterAll(() => app.close());
beforeEach(() => forgetCredits());

async function newCampaign(fields: object): Promise<number> {
  const body = { companyID: client.tenant.id, leadspeekType: 'local', campaignName: `Shop ${randomUUID()}`, ...fields };
  const answer = await app.call('POST', '/api/leadspeek/client/create', owner, { body });
  expect(answer.status, answer.text).toBe(200);
  return answer.body.leadspeek_api_id as number;
}

interface Sold {
  email?: string;
  key?: Buffer;
  ageMs?: number;
  isTest?: boolean;
  retailCents?: number;
  of?: { tenant: Tenant };
  campaign?: number;
  state?: string;
}
/** A lead as the pipeline makes, bills and announces it; answers its id. */
async function sell(lead: Sold = {}): Promise<string> {
  const id = randomUUID();
  const { tenant } = lead.of ?? client;
  const at = new Date(Date.now() - (lead.ageMs ?? 1_000));
  const [retail, campaignId] = [lead.retailCents ?? 150, lead.campaign ?? campaign];
  await app.kernel.platform('leads_lead').insert({
    id,
    company_id: tenant.id,
    agency_id: tenant.agencyId,
    root_id: tenant.rootId,
    campaign_id: campaignId,
    product: 'local',
    person_key: lead.key ?? randomBytes(32),
    first_name: 'Ada',
    last_name: 'Byron',
    email: lead.email ?? `${id}@people.example`,
    state: lead.state ?? 'IL',
    source: 'capture.page-view',
    evidence: { url: 'https://shop.example/' },
    created_at: at,
    last_seen_at: at,
    is_test: lead.isTest ?? false,
    retail_cents: retail,
  });
  const agency = tenant.agencyId === app.fixtures.a.tenant.id ? app.fixtures.a.tenant : app.fixtures.b.tenant;
  await app.inside(agency, 'warranty', async (ctx) => {
    const charge = { leadId: id, campaignId, companyId: tenant.id, retailCents: retail, wholesaleCents: retail === 0 ? 0 : 40 };
    if (!lead.isTest) await ctx.use(Wallet).chargeLeads(agency.id, [charge]);
    await ctx.emit(LeadsCreated, {
      campaignId,
      companyId: tenant.id,
      product: 'local',
      isTest: lead.isTest ?? false,
      leadIds: [id],
    });
  });
  return id;
}
let known: string[] = [];
/** Credit notes since the last look away. */
const credits = (): Promise<{ key: string }[]> =>
  app.kernel
    .platform('billing_credit')
    .whereNotIn('key', known)
    .orderBy('made_at')
    .select('key', 'company_id', 'campaign_id', 'cents', 'fee_cents');
const forgetCredits = async (): Promise<void> => void (known = (await app.kernel.platform('billing_credit').pluck('key')) as string[]);
const caseOf = (lead: string) =>
  app.kernel.platform('warranty_case').where({ lead_id: lead }).first() as Promise<Record<string, unknown> | undefined>;
const exclude = (email: string, as: Person = client.user) => app.call('POST', '/api/exclusions', as, { body: { entry: email } });
const giveBack = (lead: string, as: Person = client.user, more: object = {}): Promise<Answer> =>
  app.call('POST', '/api/warranty/returns', as, { body: { lead, reason: 'wrong_person', ...more } });
const answer = (
  id: unknown,
  to: 'approve' | 'decline',
  as: Person = owner,
  body: object = { answer: 'We looked into it' },
): Promise<Answer> => app.call('POST', `/api/warranty/returns/${String(id)}/${to}`, as, { body });
const returned = async (lead: string): Promise<number> => {
  expect((await giveBack(lead)).status).toBe(200);
  return (await caseOf(lead))!['id'] as number;
};
const books = (account: 'receivable' | 'payable' | 'cost' | 'revenue', of: Tenant = app.fixtures.a.tenant): Promise<number> =>
  app.inside(app.fixtures.a.tenant, 'warranty', (ctx) => ctx.use(Books).cents({ companyId: of.id, account }));
const mails = async (): Promise<string[]> => (await app.kernel.platform('core_mail').orderBy('id').pluck('subject')) as string[];
const move = (id: number, state: string) =>
  app.kernel
    .platform('campaigns_campaign')
    .where({ id })
    .update({ nationwide: false, states: [state] });
const tonight = () => app.tick('warranty.renew');

describe('credited by itself', () => {
  test('a person who stood on an exclusion list when they came, with both sides of the price and the evidence', async () => {
    const email = 'listed@people.example';
    await app.kernel.platform('exclusions_entry').insert({
      company_id: client.tenant.id,
      kind: 'md5',
      hash: app.kernel.platform.raw(`decode(md5(?), 'hex')`, [email]),
      source: 'upload',
      created_at: new Date(Date.now() - DAY),
    });
    const [receivable, payable] = [await books('receivable', client.tenant), await books('payable')];
    const lead = await sell({ email });
    await app.settle();
    const credit = { key: `warranty:${lead}`, company_id: client.tenant.id, campaign_id: campaign, cents: '150', fee_cents: '40' };
    expect(await credits()).toEqual([credit]);
    expect(await caseOf(lead)).toMatchObject({ cause: 'excluded', state: 'credited', evidence: { list: 'client' } });
    // The evidence names the day where the reader is: these two are 25 hours apart.
    for (const zone of ['Pacific/Kiritimati', 'Pacific/Niue']) {
      const list = await app.call('GET', '/api/warranty/returns', client.user, { headers: { 'x-timezone': zone } });
      const { evidence } = list.body.data.find((row: { lead: string }) => row.lead === lead);
      const { since } = (await caseOf(lead))!['evidence'] as { since: string };
      expect(evidence).toContain(`since ${dayText(dayOf(new Date(since), zone), 'en')}`);
    }
    expect([await books('receivable', client.tenant), await books('payable')]).toEqual([receivable, payable]);
    await tonight();
    await app.settle();
    expect(await credits()).toHaveLength(1);
  });

  test('nobody who was put on a list only afterwards', async () => {
    const lead = await sell({ email: 'later@people.example' });
    await app.settle();
    expect((await exclude('later@people.example')).status).toBe(200);
    await tonight();
    await app.settle();
    expect(await caseOf(lead)).toBeUndefined();
  });

  test('a person in a file that was handed in before and merged after they came', async () => {
    const email = 'uploaded@people.example';
    await app.kernel.platform.raw(
      `insert into exclusions_upload (company_id, filename, hashes, masked, total_row, created_at)
       values (?, 'file.csv', array[sha256(?::bytea)], array['u***'], 1, now() - interval '1 hour')`,
      [client.tenant.agencyId, email],
    );
    const lead = await sell({ email, ageMs: 1_800_000 });
    await app.settle();
    await tonight();
    await app.settle();
    expect(await caseOf(lead)).toMatchObject({ cause: 'excluded', evidence: { list: 'agency' } });
  });

  test('the same person within the window, the later lead alone, found in the night when two turn out to be one', async () => {
    const [first, second] = [await sell({ ageMs: 3 * DAY }), await sell()];
    await app.settle();
    expect(await credits()).toEqual([]);
    const key = randomBytes(32);
    await app.kernel.platform('leads_lead').whereIn('id', [first, second]).update({ person_key: key });
    await tonight();
    await app.settle();
    expect((await credits()).map(({ key: of }) => of)).toEqual([`warranty:${second}`]);
    expect(await caseOf(second)).toMatchObject({ cause: 'duplicate', evidence: { lead: first } });
    const third = await sell({ key, ageMs: 500 });
    await app.settle();
    expect(await caseOf(third)).toMatchObject({ cause: 'duplicate', evidence: { lead: first } });
  });

  test('not the same person after the window, nor one whose earlier lead was credited', async () => {
    const weekly = await newCampaign({ reidentificationtype: '1week' });
    const key = randomBytes(32);
    await sell({ key, ageMs: 9 * DAY, campaign: weekly });
    const again = await sell({ key, campaign: weekly });
    await sell({ key: Buffer.alloc(32, 7), email: 'nobody@mail.invalid', ageMs: 2 * DAY });
    await app.settle();
    await forgetCredits();
    const real = await sell({ key: Buffer.alloc(32, 7) });
    await app.settle();
    expect([await caseOf(again), await caseOf(real), await credits()]).toEqual([undefined, undefined, []]);
  });

  test('an address that cannot be one, and what a system with fixed hosts says of an address', async () => {
    const broken = await sell({ email: 'ada@mail.invalid' });
    const bounced = await sell();
    await app.settle();
    const told = { connector: 'mailer.send', note: 'HTTP 200: mailbox does not exist' };
    await app.inside(client.tenant, 'warranty', (ctx) => ctx.emit(LeadInvalid, { leadId: bounced, hosts: 'fixed', ...told }));
    await app.settle();
    expect(await caseOf(broken)).toMatchObject({ cause: 'invalid', evidence: { by: 'address' } });
    expect(await caseOf(bounced)).toMatchObject({ cause: 'invalid', state: 'credited', evidence: { by: 'mailer.send', note: told.note } });
  });

  test("a company's own server only opens a return, since its word is the company's", async () => {
    const lead = await sell();
    await app.settle();
    const told = { connector: 'connector-webhook.webhook', hosts: 'own' as const, note: 'HTTP 422' };
    await app.inside(client.tenant, 'warranty', (ctx) => ctx.emit(LeadInvalid, { leadId: lead, ...told }));
    await app.settle();
    expect(await credits()).toEqual([]);
    expect(await caseOf(lead)).toMatchObject({ cause: 'returned', reason: 'bounced', state: 'open' });
  });

  test('somebody from outside of the area, judged by the places of the moment and never again', async () => {
    const texan = await newCampaign({});
    await move(texan, 'TX');
    const [inside, outside] = [await sell({ campaign: texan, state: 'TX' }), await sell({ campaign: texan })];
    await app.settle();
    await move(texan, 'OH');
    await tonight();
    await app.settle();
    expect([await caseOf(inside), (await caseOf(outside))!['cause']]).toEqual([undefined, 'out_of_area']);
  });

  test('neither test leads nor free ones nor old ones', async () => {
    const leads = [
      await sell({ isTest: true, email: 'a@b.invalid' }),
      await sell({ retailCents: 0, email: 'c@d.invalid' }),
      await sell({ ageMs: 15 * DAY, email: 'e@f.invalid' }),
    ];
    await app.settle();
    expect([await credits(), await Promise.all(leads.map(caseOf))]).toEqual([[], [undefined, undefined, undefined]]);
    expect(await app.kernel.platform('warranty_lead').whereIn('lead_id', leads)).toMatchObject([{ lead_id: leads[1] }]);
  });

  test('once, however many workers look at the same lead', async () => {
    const leads = await Promise.all(Array.from({ length: 5 }, () => sell({ email: 'x@many.invalid' })));
    const before = await books('receivable', client.tenant);
    await Promise.all([app.settle(), app.settle(), app.settle()]);
    await app.kernel.platform('warranty_lead').update({ due: true });
    await app.settle();
    expect(await books('receivable', client.tenant)).toBe(before - 5 * 150);
    expect((await credits()).map(({ key }) => key).sort()).toEqual(leads.map((id) => `warranty:${id}`).sort());
  });
});

describe('given back by a client', () => {
  test('is credited at the billed price when the agency approves, and the row says so', async () => {
    const lead = await sell({ retailCents: 275 });
    await app.settle();
    const shown = () => app.call('GET', `/api/reports/leads/${lead}`, client.user);
    expect((await shown()).body).toMatchObject({ leadStatus: '', mayReturn: true });
    const id = await returned(lead);
    expect((await shown()).body).toMatchObject({ leadStatus: 'open', mayReturn: false });
    const list = await app.call('GET', '/api/warranty/returns?state=open&PerPage=100', owner);
    expect(list.body.data.find((row: { id: number }) => row.id === id)).toMatchObject({
      name: 'Ada Byron',
      client: 'Client A1',
      cents: 275,
      why: 'A different person',
    });
    const [receivable, cost] = [await books('receivable', client.tenant), await books('cost')];
    // What the lead's row shows is not what decides.
    await app.kernel.platform('leads_lead').where({ id: lead }).update({ retail_cents: 99_999 });
    expect((await answer(id, 'approve')).status).toBe(200);
    expect([await books('receivable', client.tenant), await books('cost')]).toEqual([receivable - 275, cost]);
    expect((await shown()).body.leadStatus).toBe('credited');
    expect((await app.call('GET', `/api/warranty/returns/${id}`, client.user)).body).toMatchObject({
      state: 'credited',
      answer: 'We looked into it',
    });
    const note = await app.kernel
      .platform('billing_credit')
      .where({ key: `warranty:${lead}` })
      .first('reason');
    expect(note.reason).toMatch(/^Lead of [A-Z][a-z]{2} \d{1,2}, \d{4}: return approved$/);
    await app.settle();
    expect(await mails()).toEqual(expect.arrayContaining(['Your returned lead was credited']));
    const actions = (await app.kernel.platform('core_audit').where({ target: lead }).orderBy('id').pluck('action')) as string[];
    expect(actions).toEqual(['warranty.lead-returned', 'warranty.lead-credited']);
  });

  test('is answered once: twenty clicks at once credit once', async () => {
    const id = await returned(await sell());
    const before = await books('receivable', client.tenant);
    const answers = await Promise.all(Array.from({ length: 20 }, (_, n) => answer(id, n % 4 === 3 ? 'decline' : 'approve')));
    expect(answers.map((a) => a.status).sort()).toEqual([200, ...Array<number>(19).fill(409)]);
    const state = (await app.call('GET', `/api/warranty/returns/${id}`, owner)).body.state;
    expect(await books('receivable', client.tenant)).toBe(state === 'credited' ? before - 150 : before);
  });

  test('counts in reports on the day that it is in the time zone of the campaign', async () => {
    // Never on one day.
    const zones = ['Pacific/Kiritimati', 'Pacific/Pago_Pago'];
    const days: unknown[] = [];
    for (const timezone of zones) {
      const local = await newCampaign({});
      await app.kernel.platform('campaigns_campaign').where({ id: local }).update({ timezone });
      const lead = await sell({ campaign: local, retailCents: 300 });
      await app.settle();
      expect((await answer(await returned(lead), 'approve')).status).toBe(200);
      const day = dayOf(new Date(), timezone);
      const sums = await app.inside(client.tenant, 'warranty', (ctx) =>
        creditSums(ctx, { first: day, last: day }, { campaignId: local, product: 'local' }, ['day']),
      );
      expect(sums).toEqual([{ day, retailCents: 300, wholesaleCents: expect.any(Number) as number }]);
      days.push(day);
    }
    expect(days[0]).not.toBe(days[1]);
    const of = { companyId: client.tenant.id };
    const seen = (tenant: Tenant) =>
      app.inside(tenant, 'warranty', (ctx) => creditSums(ctx, { first: '2020-01-01', last: '2100-01-01' }, of, []));
    expect((await seen(app.fixtures.a.tenant))[0]!.retailCents).toBeGreaterThanOrEqual(600);
    expect(await seen(app.fixtures.b.tenant)).toEqual([{ retailCents: 0, wholesaleCents: 0 }]);
  });

  test('may be declined, with a reason, and is not given back again; a cause of our own still credits it', async () => {
    const lead = await sell({ email: 'turn@people.example' });
    await app.settle();
    const id = await returned(lead);
    expect((await answer(id, 'decline', owner, {})).status).toBe(422);
    expect((await answer(id, 'decline', owner, { answer: '   ' })).status).toBe(422);
    expect((await answer(id, 'decline')).status).toBe(200);
    expect([await credits(), (await giveBack(lead)).status, (await answer(id, 'approve')).status]).toEqual([[], 409, 409]);
    await app.kernel.platform('leads_lead').where({ id: lead }).update({ email: 'turn@people.invalid' });
    await tonight();
    await app.settle();
    expect(await caseOf(lead)).toMatchObject({ state: 'credited', cause: 'invalid', reason: 'wrong_person' });
    expect(await credits()).toMatchObject([{ cents: '150', fee_cents: '40' }]);
  });

  test('is refused when it is old, free, a test or unknown, and with anything that the form does not ask', async () => {
    const bad = [
      [await sell({ ageMs: 14 * DAY + 60_000 }), 409],
      [await sell({ retailCents: 0 }), 409],
      [await sell({ isTest: true }), 409],
      [await sell({ of: app.fixtures.a.clients[1]! }), 404],
      [await sell({ of: app.fixtures.b.clients[0]! }), 404],
      [randomUUID(), 404],
      ['nonsense', 422],
    ] as const;
    for (const [lead, status] of bad) expect((await giveBack(lead)).status, lead).toBe(status);
    const lead = await sell();
    for (const more of [{ reason: 'boring' }, { note: 'x'.repeat(501) }, { cents: 1 }, { retail_cents: 1 }, { company_id: 1 }])
      expect((await giveBack(lead, client.user, more)).status).toBe(422);
    expect((await giveBack(lead, owner)).status).toBe(403);
    expect(await caseOf(lead)).toBeUndefined();
    expect((await giveBack(await sell({ ageMs: 14 * DAY - 60_000 }))).status).toBe(200);
  });

  test('is nobody else’s business: foreign ids answer like missing ones, and clients answer nothing', async () => {
    const id = await returned(await sell());
    const { b, a } = app.fixtures;
    for (const who of [b.owner, b.clients[0]!.user, a.clients[1]!.user]) {
      expect((await app.call('GET', `/api/warranty/returns/${id}`, who)).status).toBe(404);
      expect((await app.call('GET', '/api/warranty/returns', who)).body.total).toBe(0);
    }
    expect((await answer(id, 'approve', b.owner)).status).toBe(404);
    expect((await answer(id + 100_000, 'approve')).status).toBe(404);
    expect((await answer(id, 'approve', client.user)).status).toBe(403);
    expect((await answer(id, 'approve', owner, { cents: 1 })).status).toBe(422);
    expect(await credits()).toEqual([]);
  });

  test('asks for a fresh password', async () => {
    const id = await returned(await sell());
    await app.tokenOf(app.fixtures.a.admin);
    await app.kernel
      .platform('core_session')
      .where({ account_id: app.fixtures.a.admin.id })
      .update({ fresh_at: new Date(0) });
    expect((await answer(id, 'approve', app.fixtures.a.admin)).status).toBe(403);
    expect(await credits()).toEqual([]);
  });

  test('is told to the agency in one mail, and counted', async () => {
    await app.settle();
    await app.kernel.platform('core_mail').delete();
    for (let n = 0; n < 3; n += 1) await returned(await sell());
    await app.settle();
    await app.settle();
    expect((await mails()).filter((subject) => subject.startsWith('Returned leads'))).toEqual(['Returned leads waiting: 3']);
    const { body } = await app.call('GET', '/api/warranty/figures', owner);
    expect(body.open).toBeGreaterThanOrEqual(3);
    expect(body.cents).toBeGreaterThan(0);
  });
});

test('what looks like an address', () => {
  expect(['a@b.example', 'a+b@c.d.co', 'o’x@b.example'].map(canReceive)).toEqual([true, true, true]);
  expect(['a', 'a@b', '@b.co', 'a@@b.co', 'a b@c.co', 'a@b..co', 'a@b.invalid', 'a@.co'].map(canReceive)).toEqual(Array(8).fill(false));
});
