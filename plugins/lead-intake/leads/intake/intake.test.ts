import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Ctx } from '../../../../core/contract.ts';
import { calls, type Desk, forms, queueOf, seen, startDesk } from '../../../../tests/support/lead-neighbours/desk.ts';
import { until } from '../../../../tests/support/until.ts';
import { LeadIntake, Leads, type LeadSource } from '../contract.ts';
import { fundingOf } from './fund.ts';

let desk: Desk;
beforeAll(async () => {
  desk = await startDesk();
});
afterAll(() => desk.close());

let serial = 0;
const names = (count: number): string[] => Array.from({ length: count }, () => `person${++serial}`);
const sum = (counts: Record<string, number>): number => Object.values(counts).reduce((a, b) => a + b, 0);

describe('a batch of observations', () => {
  test('comes out as one outcome each, in its order, counted; leads keep their source and what it saw', async () => {
    const campaign = await desk.campaign({ states: ['IL'], nationwide: false }, 2);
    const [one, two, three, listed] = names(4) as [string, string, string, string];
    await desk.platform('fake_excluded').insert({ company_id: desk.app.fixtures.a.tenant.id, email: `${listed}@people.example` });
    const elsewhere = { ...seen(forms, campaign, 'elsewhere'), person: { ...seen(forms, campaign, 'elsewhere').person, state: 'TX' } };
    const batch = [listed, one, one, two, three].map((name) => seen(forms, campaign, name));
    const outcomes = await desk.inside((ctx) => ctx.use(LeadIntake).take(forms, [elsewhere, ...batch, seen(forms, 999_999, 'nowhere')]));
    expect(outcomes.map(({ name }) => name)).toEqual(['outside_rules', 'excluded', 'lead', 'repeat', 'lead', 'cap', 'outside_rules']);
    const byName = new Map((await desk.leads(campaign)).map((lead) => [lead['first_name'], lead]));
    const [first, second] = [byName.get(one), byName.get(two)];
    expect(outcomes.map(({ leadId }) => leadId)).toEqual([null, null, first!['id'], first!['id'], second!['id'], null, null]);
    expect(first).toMatchObject({ source: 'desk.form', evidence: { page: 7, topic: 'Coffee' }, observations: 2 });
    expect(await desk.counts(campaign)).toEqual({ outside_rules: 1, excluded: 1, lead: 2, repeat: 1, cap: 1 });
    const homes = await desk.platform('leads_state_day').where({ campaign_id: campaign }).select('state', 'leads');
    expect(homes).toEqual([{ state: 'IL', leads: 2 }]);
  });

  test('of another source finds whom the first one brought', async () => {
    const campaign = await desk.campaign();
    const [name] = names(1) as [string];
    await desk.inside((ctx) => ctx.use(LeadIntake).take(forms, [seen(forms, campaign, name)]));
    const [outcome] = await desk.inside((ctx) => ctx.use(LeadIntake).take(calls, [seen(calls, campaign, name)]));
    const [lead] = await desk.leads(campaign);
    expect(outcome).toEqual({ name: 'repeat', leadId: lead!['id'] });
    expect(lead).toMatchObject({ source: 'desk.form', observations: 2 });
  });

  test('of a source that nobody installed, or under an outcome that nobody declared, is refused', async () => {
    const campaign = await desk.campaign();
    const take = (source: typeof forms) => desk.inside((ctx) => ctx.use(LeadIntake).take(source, [seen(forms, campaign, 'x')]));
    await expect(take({ ...forms, id: 'desk.rumour' })).rejects.toThrow('no plugin declares the lead source desk.rumour');
    await desk.queue(forms, campaign, [null]);
    const queue = queueOf(forms);
    const screen = queue.screen.bind(queue);
    queue.screen = async (...of) => ({ ...(await screen(...of)), ended: [{ ref: '1', outcome: 'lost' }] });
    await desk.work(forms, queue);
    expect(await desk.counts(campaign)).toEqual({});
    expect(await desk.platform('leads_failure').where({ campaign_id: campaign }).first('reason')).toEqual({
      reason: 'Error: desk.form: nobody declares the outcome "lost"',
    });
    await desk.platform('fake_queue').del();
  });

  test('is refused while nobody pays for leads, rather than given away', () =>
    expect(() => fundingOf({ contributions: () => [] } as unknown as Ctx)).toThrow('no plugin funds leads'));
});

test('evidence is shown by the schema of its source', async () => {
  const sources = await desk.inside(async (ctx) => ctx.use(Leads).sources());
  expect(sources.get('desk.form')).toEqual({
    checksPlace: false,
    title: 'Paper form',
    fields: [
      { name: 'page', title: 'Page of the binder', as: 'number' },
      { name: 'topic', title: 'Topic', as: 'text' },
    ],
    listed: { name: 'topic', title: 'Topic', as: 'text' },
  });
  expect(sources.get('desk.call')!.listed).toBeNull();
});

describe('two sources at once', () => {
  test('on the same people and campaigns wait for nobody crosswise, sell nobody twice and lose nothing', async () => {
    const [client, other] = desk.app.fixtures.a.clients.map(({ tenant }) => tenant);
    const campaigns = [
      await desk.campaign({}, 40, client),
      await desk.campaign({}, 1_000, client),
      await desk.campaign({ wholeClient: true }, 1_000, other),
      await desk.campaign({}, 15, other),
    ];
    const people = names(60);
    // Some of each campaign in every batch, by one source from the front and by the other from the back.
    for (let at = 0; at < people.length; at += 4)
      for (let n = 0; n < campaigns.length; n += 1) {
        await desk.queue(forms, campaigns[n]!, [...people.slice(at, at + 4), null]);
        await desk.queue(calls, campaigns.at(-1 - n)!, [...people.toReversed().slice(at, at + 4), null]);
      }
    const queued = 2 * (people.length + people.length / 4);
    let runs = 0;
    let transactions = 0;
    const worker = async <S extends LeadSource>(source: S): Promise<void> => {
      const queue = queueOf(source);
      for (let idle = 0; idle < 2; runs += 1) idle = (await desk.work(source, queue, 35)) === 0 ? idle + 1 : 0;
      transactions += queue.claims;
    };
    await Promise.all([worker(forms), worker(calls), worker(forms), worker(calls), worker(forms), worker(calls)]);
    // None lost a deadlock and was run again, and none was halved.
    expect(transactions).toBe(runs);
    for (const campaign of campaigns) expect(sum(await desk.counts(campaign))).toBe(queued);
    const sold = (await desk.platform('leads_lead').whereIn('campaign_id', campaigns)) as Record<string, unknown>[];
    expect(new Set(sold.map((lead) => `${String(lead['company_id'])} ${String(lead['email'])}`)).size).toBe(sold.length);
    expect(new Set(sold.map((lead) => lead['source']))).toEqual(new Set([forms.id, calls.id]));
    const used = (await desk.platform('fake_campaign').whereIn('id', campaigns).sum({ n: 'used' }).first()) as { n: string };
    expect([
      Number(used.n),
      await desk
        .platform('fake_charge')
        .whereIn(
          'lead_id',
          sold.map((l) => l['id'] as string),
        )
        .pluck('lead_id'),
    ]).toEqual([sold.length, expect.objectContaining({ length: sold.length })]);
    expect(sold.reduce((all, lead) => all + Number(lead['observations']), 0)).toBe(
      (await Promise.all(campaigns.map((c) => desk.counts(c)))).reduce((all, c) => all + (c['lead'] ?? 0) + (c['repeat'] ?? 0), 0),
    );
  });

  /** While somebody holds `first`, a batch waits for it; meanwhile `second` must be free, or whoever holds `first` could wait for the batch. */
  const waitsFor = async (first: string, second: string, batch: () => Promise<unknown>): Promise<void> => {
    const holder = await desk.platform.transaction();
    await holder.raw(first);
    const working = batch();
    await until(async () => {
      const { rows } = (await desk.platform.raw(
        `select count(*)::int as n from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
      )) as { rows: [{ n: number }] };
      return rows[0].n > 0;
    }, 10_000);
    await holder.raw(`set local lock_timeout = '500ms'; ${second}`);
    await holder.rollback();
    await working;
  };
  const arrived = (pairs: readonly (readonly [number, string])[]) => () =>
    desk.inside((ctx) =>
      ctx.use(LeadIntake).take(
        forms,
        pairs.map(([campaign, name]) => seen(forms, campaign, name)),
      ),
    );

  test('take quota in the order of the campaigns, in whatever order people came', async () => {
    const [low, high] = [await desk.campaign(), await desk.campaign()];
    const lock = (id: number) => `select from fake_campaign where id = ${id} for update`;
    const [one, two] = names(2) as [string, string];
    await waitsFor(
      lock(low),
      lock(high),
      arrived([
        [high, one],
        [low, two],
      ]),
    );
    expect(await desk.leads(low)).toHaveLength(1);
  });

  test('claim people in the order of their keys, in whatever order they came', async () => {
    const campaign = await desk.campaign();
    const keyOf = (name: string): string => seen(forms, campaign, name).personKey.toString('hex');
    const [low, high] = names(2).toSorted((a, b) => keyOf(a).localeCompare(keyOf(b))) as [string, string];
    const claim = (name: string) =>
      `insert into leads_claim (claimant, person_key, expires_at, lead_id, company_id, agency_id, root_id)
       select 'campaign ${campaign}', '\\x${keyOf(name)}', now(), gen_random_uuid(), company_id, agency_id, root_id from fake_campaign where id = ${campaign}`;
    await waitsFor(
      claim(low),
      claim(high),
      arrived([
        [campaign, high],
        [campaign, low],
      ]),
    );
    expect(await desk.leads(campaign)).toHaveLength(2);
  });
});
