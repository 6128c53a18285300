import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type Shop, startShop } from '../fakes/shop.fake.ts';
import capture from '../index.ts';

let shop: Shop;
let events: { campaignId: number; leadIds: string[]; companyId: number }[] = [];
beforeAll(async () => {
  shop = await startShop(capture);
});
afterAll(() => shop.close());
beforeEach(async () => {
  events = [];
  await shop.platform('core_outbox').where({ event: 'leads.created' }).del();
});

const DAY = 86_400_000;
let serial = 0;
const names = (count: number) => Array.from({ length: count }, () => `person${++serial}`);
/** Puts visits into the queue as the endpoint would, without HTTP. */
async function visits(campaign: { id: number }, who: readonly string[], more: Record<string, unknown> = {}) {
  const rows = who.map((name) => {
    const at = (more['at'] as Date | undefined) ?? new Date();
    return {
      slot: Math.floor(at.getTime() / 30_000),
      fingerprint: String(++serial),
      at,
      campaign_id: campaign.id,
      visitor: `${name}-visitor`,
      ip: '192.0.2.1',
      url: `https://shop.example/${name}`,
      referrer: '',
      ...more,
    };
  });
  const company = (await shop.platform('fake_campaign').where({ id: campaign.id }).first('company_id', 'agency_id', 'root_id')) as Record<
    string,
    number
  >;
  await shop.platform.batchInsert(
    'capture_visit',
    rows.map((r) => ({ ...r, ...company })),
    500,
  );
}
const settle = async () => {
  await shop.settle();
  const rows = (await shop.platform('core_outbox').where({ event: 'leads.created' }).orderBy('id').select('payload')) as {
    payload: (typeof events)[number];
  }[];
  events = rows.map((r) => r.payload);
};
const charges = async (leadIds: unknown[]) =>
  Number(
    (
      (await shop
        .platform('fake_charge')
        .whereIn('lead_id', leadIds as string[])
        .count({ n: '*' })
        .first()) as { n: string }
    ).n,
  );

describe('a visit becomes a lead', () => {
  test('with the person, the price, the charge, the counters and one event', async () => {
    const campaign = await shop.campaign();
    const [name] = names(1) as [string];
    await shop.people([name], { phone: '3125550100', company: 'Acme' });
    await visits(campaign, [name], { thank_you: true });
    await settle();
    const [lead] = await shop.leads(campaign.id);
    expect(lead).toMatchObject({
      email: `${name}@people.example`,
      phone: '3125550100',
      company: 'Acme',
      observations: 1,
      retail_cents: '150',
      is_test: false,
      product: 'local',
      source: 'capture.page-view',
      evidence: { url: `https://shop.example/${name}` },
    });
    expect(lead!['converted_at']).toBeInstanceOf(Date);
    expect(events).toEqual([
      expect.objectContaining({ campaignId: campaign.id, leadIds: [lead!['id']], companyId: shop.app.fixtures.a.clients[0]!.tenant.id }),
    ]);
    expect(await shop.platform('fake_charge').where({ lead_id: lead!['id'] as string })).toMatchObject([{ wholesale: 10, retail: 150 }]);
    expect(await shop.platform('leads_day').where({ campaign_id: campaign.id })).toMatchObject([
      { outcome: 'lead', observations: 1, retail_cents: '150', wholesale_cents: '10' },
    ]);
    const [visit] = await shop.platform('capture_visit').where({ campaign_id: campaign.id });
    expect(visit).toMatchObject({
      state: 'done',
      outcome: 'lead',
      lead_id: lead!['id'],
      visitor: null,
      ip: null,
      url: `https://shop.example/${name}`,
    });
  });

  test('by their e-mail hash, which the visitor is recognised by afterwards', async () => {
    const [first, second] = [await shop.campaign(), await shop.campaign({}, 9, shop.app.fixtures.a.clients[1]!.tenant)];
    const [name] = names(1) as [string];
    await shop.people([name]);
    const { createHash } = await import('node:crypto');
    await visits(first, ['stranger'], {
      visitor: `new-browser-${name}`,
      email_hash: createHash('md5').update(`${name}@people.example`).digest(),
    });
    await settle();
    await visits(second, ['stranger'], { visitor: `new-browser-${name}` });
    await settle();
    expect(await shop.leads(first.id)).toHaveLength(1);
    expect(await shop.leads(second.id)).toHaveLength(1);
  });

  test('an unknown e-mail hash is not mistaken for whoever used the browser before', async () => {
    const campaign = await shop.campaign();
    const [name] = names(1) as [string];
    await shop.people([name]);
    await visits(campaign, [name], { email_hash: Buffer.alloc(32, 7) });
    await settle();
    expect(await shop.outcomes(campaign.id)).toEqual({ no_match: 1 });
  });
});

describe('what is no lead', () => {
  test('is who lives in another city or shows no home address, where a campaign asks for them', async () => {
    const campaign = await shop.campaign(
      { require: { email: false, phone: false, address: true }, nationwide: false, cities: ['chicago'] },
      9,
    );
    const [good, homeless, elsewhere] = names(3) as [string, string, string];
    const home = { address: '1 Main St', city: 'CHICAGO', zip: '60601' };
    await shop.people([good], home);
    await shop.people([homeless], { ...home, address: '' });
    await shop.people([elsewhere], { ...home, city: 'Springfield' });
    await visits(campaign, [good, homeless, elsewhere]);
    await settle();
    expect(await shop.outcomes(campaign.id)).toEqual({ outside_rules: 2, lead: 1 });
  });

  test('ends under its own name, is counted, and leaves no personal data', async () => {
    const campaign = await shop.campaign({ require: { email: true, phone: true, address: false }, nationwide: false, states: ['IL'] }, 1);
    const [good, phoneless, elsewhere, out, late] = names(5) as [string, string, string, string, string];
    await shop.people([good, out, late], { phone: '3125550100' });
    await shop.people([phoneless]);
    await shop.people([elsewhere], { phone: '3125550100', state: 'TX' });
    await shop.platform('fake_excluded').insert({ company_id: shop.app.fixtures.a.tenant.id, email: `${out}@people.example` });
    await visits(campaign, ['nobody-knows', phoneless, elsewhere, out]);
    await visits(campaign, [good], { at: new Date(Date.now() - 2_000) });
    await visits(campaign, [late]);
    await visits(campaign, [good], { at: new Date(Date.now() - 25 * 3_600_000) });
    await settle();
    expect(await shop.outcomes(campaign.id)).toEqual({ no_match: 1, outside_rules: 3, excluded: 1, lead: 1, cap: 1 });
    expect(await shop.counts(campaign.id)).toEqual(await shop.outcomes(campaign.id));
    const kept = await shop
      .platform('capture_visit')
      .where({ campaign_id: campaign.id })
      .whereNot({ outcome: 'lead' })
      .select('visitor', 'ip', 'email_hash', 'details');
    expect(kept.every((row: object) => Object.values(row).every((v) => v === null))).toBe(true);
  });

  test('before its start and after its end; a visit from before a pause still counts, one that slipped in after it does not', async () => {
    const now = Date.now();
    const dated = await shop.campaign({ startsAt: new Date(now - 3_600_000), endsAt: new Date(now - 1_800_000), status: 'ended' });
    const people = names(5);
    await shop.people(people);
    const at = (ms: number) => ({ at: new Date(now - ms) });
    await shop
      .platform('capture_pixel')
      .where({ campaign_id: dated.id })
      .update({ closed_at: new Date(now - 1_800_000) });
    await visits(dated, [people[0]!], at(4_000_000));
    await visits(dated, [people[1]!], at(2_000_000));
    await visits(dated, [people[2]!], at(1_000_000));
    const paused = await shop.campaign();
    await shop.change(paused.id, { status: 'paused' });
    await shop.settle();
    await visits(paused, [people[3]!], at(60_000));
    await visits(paused, [people[4]!], { at: new Date(now + 60_000) });
    await settle();
    expect(await shop.outcomes(dated.id)).toEqual({ outside_rules: 2, lead: 1 });
    expect(await shop.outcomes(paused.id)).toEqual({ outside_rules: 1, lead: 1 });
  });
});

describe('one person, one lead', () => {
  test('two visits in one batch make one lead; later ones add to it, unbilled', async () => {
    const campaign = await shop.campaign();
    const [name] = names(1) as [string];
    await shop.people([name]);
    await visits(campaign, [name, name, name]);
    await settle();
    await visits(campaign, [name], { thank_you: true });
    await settle();
    const leads = await shop.leads(campaign.id);
    expect(leads).toMatchObject([{ observations: 4 }]);
    expect(leads[0]!['converted_at']).toBeInstanceOf(Date);
    expect(await shop.outcomes(campaign.id)).toEqual({ lead: 1, repeat: 3 });
    expect(await charges([leads[0]!['id']])).toBe(1);
    expect(events).toHaveLength(1);
  });

  test('is new again when the window has run out', async () => {
    const campaign = await shop.campaign({ reidentification: '1week' });
    const [name] = names(1) as [string];
    await shop.people([name]);
    await visits(campaign, [name]);
    await settle();
    await shop
      .platform('leads_claim')
      .where('claimant', `campaign ${campaign.id}`)
      .update({ expires_at: new Date(Date.now() - 1) });
    await shop
      .platform('leads_claim')
      .where('claimant', 'like', 'floor %')
      .update({ expires_at: new Date(Date.now() - 1) });
    await visits(campaign, [name]);
    await settle();
    expect(await shop.leads(campaign.id)).toHaveLength(2);
    const [claim] = await shop.platform('leads_claim').where('claimant', `campaign ${campaign.id}`);
    expect(Math.round((claim.expires_at.getTime() - Date.now()) / DAY)).toBe(7);
  });

  test('a client pays for them once a day, whichever campaign; a whole-client window makes a return of it', async () => {
    const client = shop.app.fixtures.a.clients[1]!.tenant;
    const [one, two] = [await shop.campaign({}, 99, client), await shop.campaign({}, 99, client)];
    const [wide, wider] = [await shop.campaign({ wholeClient: true }, 99, client), await shop.campaign({ wholeClient: true }, 99, client)];
    const [a, b] = names(2) as [string, string];
    await shop.people([a, b]);
    await visits(one, [a]);
    await visits(two, [a]);
    await visits(wide, [b]);
    await settle();
    await visits(wider, [b]);
    await settle();
    const [first, second] = [await shop.outcomes(one.id), await shop.outcomes(two.id)];
    expect({ ...first, ...second }).toEqual({ duplicate: 1, lead: 1 });
    expect([await shop.outcomes(wide.id), await shop.outcomes(wider.id)]).toEqual([{ lead: 1 }, { repeat: 1 }]);
    expect(await shop.leads(wide.id)).toMatchObject([{ observations: 2 }]);
  });

  test('who found no place is new the next time', async () => {
    const campaign = await shop.campaign({}, 0);
    const [name] = names(1) as [string];
    await shop.people([name]);
    await visits(campaign, [name]);
    await settle();
    expect(await shop.outcomes(campaign.id)).toEqual({ cap: 1 });
    expect(await shop.platform('leads_claim').where('claimant', `campaign ${campaign.id}`)).toEqual([]);
    await shop.platform('fake_campaign').where({ id: campaign.id }).update({ cap: 5 });
    await visits(campaign, [name]);
    await settle();
    expect(await shop.outcomes(campaign.id)).toEqual({ cap: 1, lead: 1 });
  });
});

describe('eight workers at once', () => {
  const work = async () => {
    const worker = async () => {
      for (let idle = 0; idle < 3;) idle = (await shop.work(25)) === 0 ? idle + 1 : 0;
    };
    await Promise.all(Array.from({ length: 8 }, worker));
  };

  test('never pass the cap: exactly so many leads, charges and places; everybody else is counted', async () => {
    const campaign = await shop.campaign({}, 120);
    const people = names(300);
    await shop.people(people);
    await visits(campaign, [...people, ...people]);
    await work();
    const leads = await shop.leads(campaign.id);
    expect(leads).toHaveLength(120);
    expect(new Set(leads.map((l) => String(l['email']))).size).toBe(120);
    expect(await charges(leads.map((l) => l['id']))).toBe(120);
    expect((await shop.platform('fake_campaign').where({ id: campaign.id }).first('used')).used).toBe(120);
    const outcomes = await shop.outcomes(campaign.id);
    expect(outcomes).toMatchObject({ lead: 120 });
    expect(Object.values(outcomes).reduce((a, b) => a + b)).toBe(600);
    const visitsOfLeads = leads.reduce((sum, l) => sum + Number(l['observations']), 0);
    expect(visitsOfLeads).toBe(120 + (outcomes['repeat'] ?? 0));
    await settle();
    expect(new Set(events.flatMap((e) => e.leadIds))).toEqual(new Set(leads.map((l) => l['id'])));
    expect(events.flatMap((e) => e.leadIds)).toHaveLength(120);
  });

  test('never pass the balance, over several campaigns', async () => {
    const { tenant } = shop.app.fixtures.a;
    await shop.platform('fake_wallet').insert({ company_id: tenant.id, cents: 905 });
    const campaigns = [await shop.campaign({}, 60), await shop.campaign({}, 60), await shop.campaign({}, 60)];
    const people = names(180);
    await shop.people(people);
    for (const [n, campaign] of campaigns.entries()) await visits(campaign, people.slice(n * 60, n * 60 + 60));
    await work();
    const leads = (await Promise.all(campaigns.map((c) => shop.leads(c.id)))).flat();
    expect(leads).toHaveLength(90);
    expect((await shop.platform('fake_wallet').where({ agency_id: tenant.id }).first('cents')).cents).toBe('5');
    expect(await charges(leads.map((l) => l['id']))).toBe(90);
    const used = (await shop
      .platform('fake_campaign')
      .whereIn(
        'id',
        campaigns.map((c) => c.id),
      )
      .sum({ n: 'used' })
      .first()) as { n: string };
    expect(Number(used.n)).toBe(90);
    await shop.platform('fake_wallet').del();
  });

  test('a batch that dies half-way leaves nothing behind and is done again', async () => {
    const campaign = await shop.campaign();
    const people = names(30);
    await shop.people(people);
    await visits(campaign, people);
    await expect(
      shop.inside(async (ctx) => {
        await shop.workIn(ctx, 500);
        throw new Error('the power went');
      }),
    ).rejects.toThrow('the power went');
    expect(await shop.leads(campaign.id)).toEqual([]);
    expect(await shop.outcomes(campaign.id)).toEqual({ pending: 30 });
    await settle();
    expect(await shop.outcomes(campaign.id)).toEqual({ lead: 30 });
    expect(events.flatMap((e) => e.leadIds)).toHaveLength(30);
  });

  test('one bad visit does not hold up the others: it is set aside, and in the end counted as failed, with nothing personal left', async () => {
    const [good, bad] = [await shop.campaign(), await shop.campaign({}, 9, shop.app.fixtures.a.clients[1]!.tenant)];
    const people = names(21);
    await shop.people(people);
    await visits(good, people.slice(1));
    await visits(bad, [people[0]!]);
    await shop
      .platform('fake_campaign')
      .where({ id: bad.id })
      .update({ rules: shop.platform.raw('rules || \'{"retailCents": "x"}\'') });
    await settle();
    expect([await shop.outcomes(good.id), await shop.outcomes(bad.id)]).toEqual([{ lead: 20 }, { pending: 1 }]);
    for (let tries = 2; tries <= 3; tries += 1) {
      await shop
        .platform('capture_visit')
        .where({ campaign_id: bad.id })
        .update({ lease_until: new Date(Date.now() - 1) });
      await settle();
    }
    expect([await shop.outcomes(bad.id), await shop.counts(bad.id)]).toEqual([{ failed: 1 }, { failed: 1 }]);
    expect(await shop.platform('capture_visit').where({ campaign_id: bad.id }).first('visitor', 'ip', 'email_hash')).toEqual({
      visitor: null,
      ip: null,
      email_hash: null,
    });
    expect(await shop.platform('leads_failure').where({ campaign_id: bad.id }).first('source', 'tries', 'state')).toEqual({
      source: 'capture.page-view',
      tries: 3,
      state: 'dead',
    });
  });
});
