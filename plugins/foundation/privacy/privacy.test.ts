import { createHash, randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { contribute, type Tenant } from '../../../core/contract.ts';
import { startTestApp, type TestApp } from '../../../core/testing/app.ts';
import { conformance } from '../../../core/testing/conformance.ts';
import type { Person as Someone } from '../../../core/testing/fixtures.ts';
import { smallPlugin } from '../../../tests/support/small-plugin.ts';
import { tenantTables } from '../../../tests/support/tables.ts';
import { NOBODY } from '../../lead-intake/leads/shared.ts';
import { personKeyOf } from '../../lead-intake/capture/shared.ts';
import { PageViews } from '../../lead-intake/capture/shared.ts';
import { LeadIntake } from '../../lead-intake/leads/contract.ts';
import { PersonRecords } from './contract.ts';
import plugin from './index.ts';
import { putPerson } from './known-person.fake.ts';
import { OPEN_DAYS } from './privacy.jobs.ts';
import { AGAIN_MINUTES } from './requests.store.ts';

conformance(plugin);

/** Fails so often, after it has written something that must not stay. */
let failures = 0;
const faulty = smallPlugin(
  'faulty',
  {
    contributions: [
      contribute(PersonRecords, {
        id: 'faulty.record',
        title: 'privacy.title',
        order: 45,
        erasing: 'deleted',
        tables: [],
        count: async () => 0,
        find: async () => [],
        async erase(ctx, { leads }) {
          if (failures === 0) return 0;
          failures -= 1;
          await ctx.db('leads_lead').whereIn('id', leads).update({ retail_cents: 0 });
          throw new Error('the machine goes away');
        },
      }),
    ],
  },
  { uses: ['privacy'] },
);

let app: TestApp;
let serial = 0;
const campaigns = new Map<number, number>();
beforeAll(async () => {
  app = await startTestApp({ plugins: [faulty] });
  const { a, b } = app.fixtures;
  for (const [as, { tenant }] of [
    [a.owner, a.clients[0]!],
    [a.owner, a.clients[1]!],
    [b.owner, b.clients[0]!],
  ] as const) {
    const body = { companyID: tenant.id, leadspeekType: 'local', campaignName: 'Coffee' };
    campaigns.set(tenant.id, (await app.call('POST', '/api/leadspeek/client/create', as, { body })).body.leadspeek_api_id);
  }
});
afterAll(() => app.close());
beforeEach(() => {
  failures = 0;
  app.clockOffset = 0;
});

const db = () => app.kernel.platform;
const keyOf = (email: string, phone = '') => personKeyOf(app.kernel, { ...NOBODY, email, phone })!;
/** A word that stands in whatever is held of somebody, and nowhere else. */
const newName = (): string => `zebedee${++serial}x`;
/** Somebody of whom the client's campaign has a lead. */
const someone = (client: Tenant, name: string, reached: { email?: string; phone?: string } = {}): Promise<string> =>
  putPerson(app, { client, campaign: campaigns.get(client.id)!, name, ...reached });

const open = (as: Someone, who: string) => app.call('POST', '/api/privacy/requests', as, { body: { who } });
const opened = async (as: Someone, who: string): Promise<number> => {
  const answer = await open(as, who);
  expect([answer.status, answer.body.message]).toEqual([200, expect.any(String)]);
  return answer.body.id;
};
const kinds = async (as: Someone, id: number): Promise<Record<string, number>> =>
  Object.fromEntries(
    (await app.call('GET', `/api/privacy/requests/${id}/kinds?PerPage=50`, as)).body.data.map((row: { kind: string; count: number }) => [
      row.kind,
      row.count,
    ]),
  );
const erase = (as: Someone, id: number) => app.call('POST', `/api/privacy/requests/${id}/erase`, as);
/** Does what waits, and waits for what was begun by itself. */
const settled = async (as: Someone, id: number, state: string): Promise<void> => {
  await app.settle();
  await expect.poll(async () => (await one(as, id)).state).toBe(state);
};
const one = async (as: Someone, id: number) => (await app.call('GET', `/api/privacy/requests/${id}`, as)).body;

/** Tables of companies in which a word stands, in whatever column. */
async function tablesWith(...words: string[]): Promise<string[]> {
  const found: string[] = [];
  for (const table of await tenantTables(db())) {
    const { rows } = (await db().raw(`select 1 from ?? as r where to_jsonb(r)::text ilike any(?::text[]) limit 1`, [
      table,
      words.map((word) => `%${word}%`) as never,
    ])) as { rows: unknown[] };
    if (rows.length > 0) found.push(table);
  }
  return found;
}
/** What money and figures are made of. */
const figures = async () => ({
  leads: await db()('leads_lead')
    .groupBy('campaign_id')
    .orderBy('campaign_id')
    .select('campaign_id')
    .sum('retail_cents as cents')
    .count('* as n'),
  totals: await db()('leads_total').orderBy('campaign_id').select('campaign_id', 'leads'),
  conversions: await db()('journey_lead')
    .groupBy('campaign_id')
    .orderBy('campaign_id')
    .select('campaign_id')
    .sum('conversions as n')
    .sum('amount as amount'),
  told: await db()('journey_page').whereNotNull('amount').sum('amount as amount').count('* as n'),
  returns: await db()('warranty_case').groupBy('cause', 'state').select('cause', 'state').sum('retail_cents as cents'),
});

describe('a request', () => {
  test('shows what is held in one place, and carries all of it away as one file', async () => {
    const { a } = app.fixtures;
    const name = newName();
    const lead = await someone(a.clients[0]!.tenant, name);
    await someone(a.clients[1]!.tenant, name, { phone: '' });
    await someone(a.clients[0]!.tenant, newName());
    const id = await opened(a.owner, `  ${name.toUpperCase()}@People.Example `);
    expect(await kinds(a.owner, id)).toMatchObject({
      'leads.lead': 2,
      'journey.page': 4,
      'capture.visit': 2,
      'capture.open-visit': 2,
      'integrations.delivery': 4,
      'warranty.case': 2,
      'enhance-id.question': 2,
      'exclusions.entry': 0,
    });
    const { body } = await app.call('GET', `/api/privacy/requests/${id}/kinds/leads.lead/records`, a.owner);
    expect(body.data).toHaveLength(2);
    expect(body.data[0].what).toContain(`${name} Byron · ${name}@people.example`);
    const file = await app.call('GET', `/api/privacy/requests/${id}/data.json`, a.owner);
    expect(file.headers.get('content-disposition')).toContain(`privacy-request-${id}.json`);
    const held = JSON.parse(file.text) as { records: Record<string, { lead?: string; id?: string }[]> };
    expect(Object.fromEntries(Object.entries(held.records).map(([kind, rows]) => [kind, rows.length]))).toEqual(await kinds(a.owner, id));
    expect(held.records['leads.lead']!.map((row) => row.id)).toContain(lead);
    expect(held.records['integrations.delivery']![0]).toMatchObject({ connector: 'webhook', connection: 'Hook' });
    // The same person again is the same request.
    expect(await opened(a.owner, `${name}@people.example`)).toBe(id);
    expect((await one(a.owner, id)).who).toBe('z***@people.example');
  });

  test('begins with an address, a number or a lead; a number that several people share is nobody', async () => {
    const { a } = app.fixtures;
    const [first, second] = [newName(), newName()];
    const lead = await someone(a.clients[0]!.tenant, first, { phone: '+1 312 555 6001' });
    await someone(a.clients[0]!.tenant, second, { phone: '(312) 555-6002' });
    expect((await kinds(a.owner, await opened(a.owner, '312.555.6001')))['leads.lead']).toBe(1);
    expect((await kinds(a.owner, await opened(a.owner, lead)))['leads.lead']).toBe(1);
    await someone(a.clients[1]!.tenant, newName(), { phone: '3125556001' });
    const wrong = ['312 555 6001', '312 555 9999', randomUUID(), 'jane', '12345', `${first}@`];
    for (const who of wrong) expect([who, (await open(a.owner, who)).status]).toEqual([who, 422]);
    // Nothing is held of them; they may be kept from coming all the same.
    expect((await kinds(a.owner, await opened(a.owner, 'nobody@people.example')))['leads.lead']).toBe(0);
  });

  test('belongs to the company that made it, and needs a right of its own', async () => {
    const { a, b, operator, sales } = app.fixtures as typeof app.fixtures & { sales: Someone };
    const name = newName();
    const [mine, theirs] = [await someone(a.clients[0]!.tenant, name), await someone(b.clients[0]!.tenant, name)];
    const id = await opened(a.clients[0]!.user, `${name}@people.example`);
    expect((await kinds(a.clients[0]!.user, id))['leads.lead']).toBe(1);
    for (const stranger of [a.owner, a.clients[1]!.user, b.owner])
      for (const [method, path] of [
        ['GET', ''],
        ['GET', '/kinds'],
        ['GET', '/data.json'],
        ['POST', '/erase'],
        ['POST', '/close'],
      ] as const)
        expect([path, (await app.call(method, `/api/privacy/requests/${id}${path}`, stranger)).status]).toEqual([path, 404]);
    expect((await open(a.clients[0]!.user, theirs)).status).toBe(422);
    for (const refused of [operator, sales].filter(Boolean)) expect((await open(refused, mine)).status).toBe(403);
    const none = { enable: false, create: false, update: false, delete: false };
    const rights = { AdsDesign: none, Campaign: none, LeadsPeek: { ...none, enable: true }, Privacy: none, Settings: none };
    await db()('core_account')
      .where({ id: a.admin.id })
      .update({ rights: JSON.stringify(rights) });
    expect((await open(a.admin, mine)).status).toBe(403);
    const may = { ...rights, Privacy: { ...none, enable: true, create: true } };
    await db()('core_account')
      .where({ id: a.admin.id })
      .update({ rights: JSON.stringify(may) });
    const answered = await opened(a.admin, mine);
    expect((await erase(a.admin, answered)).status).toBe(403);
    expect((await app.call('POST', `/api/privacy/requests/${answered}/close`, a.admin)).status).toBe(200);
  });

  test('is closed without erasing, by a person or after some time, and then names nobody', async () => {
    const { a } = app.fixtures;
    const names = [newName(), newName()];
    const [first, second] = await Promise.all(names.map((name) => opened(a.owner, `${name}@people.example`)));
    expect((await app.call('POST', `/api/privacy/requests/${first}/close`, a.owner)).status).toBe(200);
    expect((await app.call('POST', `/api/privacy/requests/${first}/close`, a.owner)).status).toBe(409);
    expect((await erase(a.owner, first!)).status).toBe(409);
    app.clockOffset = (OPEN_DAYS + 1) * 86_400_000;
    await app.tick('privacy.close-old');
    app.clockOffset = 0;
    expect([(await one(a.owner, first!)).state, (await one(a.owner, second!)).state]).toEqual(['closed', 'closed']);
    expect(await db()('privacy_request').whereIn('id', [first!, second!]).select('person', 'label', 'typed_hash')).toEqual(
      names.map(() => ({ person: null, label: '', typed_hash: null })),
    );
  });
});

describe('erasing', () => {
  test('leaves nothing of the person anywhere, and money, counts and everybody else as they were', async () => {
    const { a, b } = app.fixtures;
    const [name, other] = [newName(), newName()];
    const lead = await someone(a.clients[0]!.tenant, name, { phone: '+1 312 555 4001' });
    await someone(a.clients[1]!.tenant, name, { phone: '+1 312 555 4001' });
    const foreign = await someone(b.clients[0]!.tenant, name);
    await someone(a.clients[0]!.tenant, other);
    await app.call('POST', '/api/exclusions', a.owner, { body: { entry: `${name}@people.example` } });
    const before = await figures();
    const id = await opened(a.owner, `${name}@people.example`);
    const [once, twice] = await Promise.all([erase(a.owner, id), erase(a.owner, id)]);
    expect([once.status, twice.status].toSorted()).toEqual([200, 409]);
    await settled(a.owner, id, 'erased');
    const request = await one(a.owner, id);
    expect(request).toMatchObject({ state: 'erased', who: `#${id}`, erased_by: expect.any(String) });
    expect(request.receipt).toContainEqual({ title: 'Leads', as: 'number', value: 2 });
    expect(await figures()).toEqual(before);

    expect(await db()('leads_lead').where({ id: foreign }).first('first_name')).toEqual({ first_name: name });
    // The pipeline ends what was held.
    await expect
      .poll(() =>
        db()('capture_visit')
          .where({ campaign_id: campaigns.get(a.clients[0]!.tenant.id), outcome: 'withdrawn' })
          .whereNull('visitor'),
      )
      .not.toEqual([]);
    await app.settle();
    const own = (await tablesWith(name, '312) 555-4001', '3125554001', '312 555 4001')).filter((table) => table !== 'core_audit');
    const rows = async (table: string) =>
      db()(table)
        .whereRaw('to_jsonb(??)::text ilike ?', [table, `%${name}%`])
        .where({ agency_id: a.tenant.id });
    for (const table of own)
      expect([table, await rows(table)]).toEqual([table, table === 'privacy_request' ? [expect.objectContaining({ id })] : []]);
    expect(await tablesWith(other)).toContain('leads_lead');
    expect(await db()('leads_lead').where({ id: lead }).first()).toMatchObject({
      email: '',
      retail_cents: '150',
      erased_at: expect.any(Date),
    });

    // By what they were found is forgotten once it was looked again.
    app.clockOffset = (AGAIN_MINUTES + 1) * 60_000;
    await app.tick('privacy.erase');
    await app.settle();
    await expect
      .poll(() => db()('privacy_request').where({ id }).first('person', 'label', 'typed_hash'))
      .toEqual({ person: null, label: '', typed_hash: null });
    expect(await rows('privacy_request')).toEqual([]);
    const receipt = await app.call('GET', `/api/privacy/requests/${id}/receipt.txt`, a.owner);
    expect(receipt.text).toContain('Leads: 2');
    expect(receipt.text).not.toMatch(/people\.example|zebedee/);
    const audit = await db()('core_audit')
      .where({ target: String(id) })
      .whereRaw(`action like 'privacy.%'`)
      .select('action', 'description', 'detail');
    expect(audit.map(({ action }) => action).toSorted()).toEqual(['privacy.erased', 'privacy.erasing', 'privacy.opened']);
    expect(JSON.stringify(audit)).not.toMatch(/zebedee|people/);
  });

  test('keeps the person from becoming a lead again, by address or, without one, by what they are known by', async () => {
    const { a } = app.fixtures;
    const client = a.clients[0]!.tenant;
    const [name, nameless] = [newName(), newName()];
    const people = [
      { email: `${name}@people.example`, phone: '' },
      { email: '', phone: '+1 312 555 3001' },
    ];
    await someone(client, name, people[0]);
    const lead = await someone(client, nameless, people[1]);
    const user = a.clients[0]!.user;
    for (const who of [`${name}@people.example`, lead]) {
      const id = await opened(user, who);
      await erase(user, id);
      await settled(user, id, 'erased');
    }
    const take = () =>
      app.inside(a.tenant, 'capture', (ctx) =>
        ctx.use(LeadIntake).take(
          PageViews,
          people.map((person, n) => ({
            ref: String(n),
            campaignId: campaigns.get(client.id)!,
            personKey: keyOf(person.email, person.phone),
            person: { ...NOBODY, firstName: name, lastName: 'Byron', state: 'IL', ...person },
            at: ctx.now,
            evidence: { url: 'https://shop.example/' },
          })),
        ),
      );
    await db()('campaigns_campaign')
      .where({ id: campaigns.get(client.id) })
      .update({ require_email: false });
    expect((await take()).map((outcome) => outcome.name)).toEqual(['excluded', 'excluded']);
    // The list may be emptied; who was erased stays on it.
    expect(
      (await app.call('DELETE', '/api/exclusions', a.clients[0]!.user, { body: { paramID: client.id, campaignType: 'client' } })).status,
    ).toBeLessThan(500);
    expect(await db()('exclusions_entry').where({ company_id: client.id, source: 'erasure' })).not.toEqual([]);
  });

  test('goes on where it was after a crash, without half a step, and says so meanwhile', async () => {
    const { a } = app.fixtures;
    const name = newName();
    const lead = await someone(a.clients[0]!.tenant, name);
    const id = await opened(a.owner, `${name}@people.example`);
    failures = 1;
    await erase(a.owner, id);
    await settled(a.owner, id, 'failing');
    expect(await db()('leads_lead').where({ id: lead }).first('retail_cents')).toEqual({ retail_cents: '150' });
    const excluded = () =>
      db()('exclusions_entry').where({ company_id: a.tenant.id, hash: createHash('sha256').update(`${name}@people.example`).digest() });
    expect(await excluded()).toHaveLength(1);
    // What failed is tried again.
    app.clockOffset = 3_600_000;
    await expect(app.tick('privacy.erase')).rejects.toThrow('the machine goes away');
    await settled(a.owner, id, 'erased');
    expect(await db()('leads_lead').where({ id: lead }).first('retail_cents', 'email')).toEqual({ retail_cents: '150', email: '' });
    expect(await excluded()).toHaveLength(1);
  });

  test("a client erases its own leads alone, also what its agency's connections were answered", async () => {
    const { a } = app.fixtures;
    const name = newName();
    const mine = await someone(a.clients[0]!.tenant, name);
    const sisters = await someone(a.clients[1]!.tenant, name, { phone: '' });
    const id = await opened(a.clients[0]!.user, `${name}@people.example`);
    await erase(a.clients[0]!.user, id);
    await settled(a.clients[0]!.user, id, 'erased');
    const deliveries = (leadId: string) =>
      db()('integrations_delivery').where({ lead_id: leadId }).orderBy('replay_no').select('state', 'response');
    expect(await deliveries(mine)).toEqual([
      { state: 'delivered', response: '' },
      { state: 'discarded', response: '' },
    ]);
    expect((await deliveries(sisters))[0]!.response).toContain(name);
    expect(await db()('leads_lead').where({ id: sisters }).first('email')).toEqual({ email: `${name}@people.example` });
  });
});
