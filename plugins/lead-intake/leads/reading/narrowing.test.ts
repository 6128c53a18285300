import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { definePlugin, contribute, type Tenant, uuidV7 } from '../../../../core/contract.ts';
import { type Desk, forms, startDesk } from '../../../../tests/support/lead-neighbours/desk.ts';
import { LeadFacets, type LeadNarrowing, type LeadPlace, Leads } from '../contract.ts';
import { insertLeads } from '../intake/leads.store.ts';
import { addTag } from '../tags/tags.store.ts';

/** Knows of leads whether their zip code is even. */
const zips = definePlugin({
  manifest: { id: 'zips', version: '1.0.0', core: '^1', level: 'platform', requires: { leads: '^1' } },
  contributions: [
    contribute(LeadFacets, {
      name: 'zip',
      title: 'Zip',
      ability: ['read', 'Lead'],
      states: { even: { title: 'Even', severity: 'good' }, odd: { title: 'Odd', severity: 'neutral' } },
      valueOf: (ctx) => ctx.db.raw(`case when leads_lead.zip = '' then null when leads_lead.zip::int % 2 = 0 then 'even' else 'odd' end`),
      holds: (ctx, lead, value) =>
        ctx.db.raw(`exists (select from leads_lead z where z.id = ?? and z.zip <> '' and z.zip::int % 2 = ?)`, [
          lead,
          value === 'even' ? 0 : 1,
        ]),
    }),
  ],
});

let desk: Desk;
let mine: number;
let client: Tenant;
const at = Date.UTC(2026, 2, 1, 12);
const STATES = ['IL', 'WI', 'IN'];

beforeAll(async () => {
  desk = await startDesk([zips]);
  mine = await desk.campaign();
  client = desk.app.fixtures.a.clients[0]!.tenant;
  await insertLeads(
    desk.platform,
    Array.from({ length: 12 }, (_, n) => ({
      id: uuidV7(at + n * 60_000),
      campaignId: mine,
      companyId: client.id,
      agencyId: client.agencyId,
      rootId: client.rootId,
      product: 'local',
      personKey: randomBytes(32),
      firstName: `First${n}`,
      lastName: 'Alike',
      email: `p${n}@people.example`,
      phone: '',
      address: '',
      city: '',
      state: STATES[n % 3]!,
      zip: n === 0 ? '' : String(60_600 + n),
      company: '',
      source: forms.id,
      evidence: { page: n, topic: 'Coffee' },
      createdAt: new Date(at + n * 60_000),
      lastSeenAt: new Date(at + n * 60_000),
      convertedAt: n % 5 === 0 ? new Date(at) : null,
      observations: 1,
      isTest: n === 11,
      retailCents: 100,
    })),
  );
  await desk.inside(async (ctx) => {
    const { rows } = await ctx.use(Leads).page({ sort: 'created', order: 'asc', page: 1, perPage: 100 });
    for (const n of [1, 4, 7]) await addTag(ctx, rows[n]!, 'Hot Lead');
    await addTag(ctx, rows[4]!, 'called');
  }, client);
});
afterAll(() => desk.close());

const numbers = (rows: readonly { firstName: string }[]): number[] => rows.map(({ firstName }) => Number(firstName.slice(5)));
/** By the list, by the list with a search that all match, and by the walk. */
async function found(which: LeadNarrowing, tenant: Tenant = client) {
  const list = (more: LeadNarrowing) =>
    desk.inside((ctx) => ctx.use(Leads).page({ ...which, ...more, sort: 'created', order: 'asc', page: 1, perPage: 100 }), tenant);
  const walked = await desk.inside(async (ctx) => {
    const rows = [];
    let place: LeadPlace | null = null;
    do {
      const step: Awaited<ReturnType<ReturnType<typeof leadsIn>['walk']>> = await leadsIn(ctx).walk(which, place, 2);
      rows.push(...step.rows);
      place = step.next;
    } while (place);
    return rows.toReversed();
  }, tenant);
  const listed = await list({});
  expect(numbers(walked)).toEqual(numbers(listed.rows));
  expect(numbers((await list({ search: 'alike' })).rows)).toEqual(numbers(listed.rows));
  expect(listed.total).toBe(listed.rows.length);
  return listed.rows;
}
const leadsIn = (ctx: Parameters<Parameters<Desk['inside']>[0]>[0]) => ctx.use(Leads);

describe('leads are narrowed to', () => {
  test.each<[string, LeadNarrowing, number[]]>([
    ['a state, however it is written', { state: 'wi' }, [1, 4, 7, 10]],
    ['test leads', { isTest: true }, [11]],
    ['those that converted', { converted: true }, [0, 5, 10]],
    ['those that did not, of a state', { converted: false, state: 'IL' }, [3, 6, 9]],
    ['a tag, however it is written', { tag: 'HOT lead' }, [1, 4, 7]],
    ['what another plugin knows', { facets: { zip: 'even' } }, [2, 4, 6, 8, 10]],
    ['all of it together', { facets: { zip: 'odd' }, tag: 'hot lead', isTest: false }, [1, 7]],
    ['nobody, by what no plugin knows', { facets: { zip: 'prime' } }, []],
    ['nobody, by a facet that does not exist', { facets: { shoe: 'even' } }, []],
  ])('%s', async (_name, which, expected) => {
    expect(numbers(await found(which))).toEqual(expected);
    expect(numbers(await found(which, desk.app.fixtures.a.tenant))).toEqual(expected);
    expect(await found(which, desk.app.fixtures.b.tenant)).toEqual([]);
  });

  test('those that are named', async () => {
    const all = await found({});
    expect(numbers(await found({ ids: [all[8]!.id, all[2]!.id], isTest: false }))).toEqual([2, 8]);
    expect(await found({ ids: [all[8]!.id] }, desk.app.fixtures.a.clients[1]!.tenant)).toEqual([]);
  });
});

test('a list shows the client, the tags in their order, and what other plugins know', async () => {
  const rows = await found({ state: 'WI' });
  expect(rows.map(({ client: name, tags, facets, converted }) => [name, tags, facets['zip'], converted])).toEqual([
    ['Client A1', ['Hot Lead'], 'odd', false],
    ['Client A1', ['called', 'Hot Lead'], 'even', false],
    ['Client A1', ['Hot Lead'], 'odd', false],
    ['Client A1', [], 'even', true],
  ]);
  expect((await found({ state: 'IL' }))[0]!.facets).not.toHaveProperty('zip');
});

describe('tags', () => {
  const post = (path: string, as = desk.app.fixtures.a.clients[0]!.user, tag = 'new') =>
    desk.app.call('POST', `/api/leads/${path}`, as, { body: { tag } });

  test('are put on once, whatever the case, and taken off; each is logged', async () => {
    const { id } = (await found({}))[9]!;
    expect((await post(`${id}/tags`, undefined, '  Follow up ')).body.message).toBe('Tagged “Follow up”.');
    expect((await post(`${id}/tags`, undefined, 'follow UP')).status).toBe(409);
    expect((await found({ tag: 'follow up' })).map(({ tags }) => tags)).toEqual([['Follow up']]);
    expect((await post(`${id}/tags/remove`, undefined, 'FOLLOW UP')).status).toBe(200);
    expect((await post(`${id}/tags/remove`, undefined, 'follow up')).status).toBe(409);
    const logged = await desk.platform('core_public_audit').whereLike('action', 'leads.%').where({ target: id }).pluck('action');
    expect(logged.sort()).toEqual(['leads.tagged', 'leads.untagged']);
  });

  test.each([[''], ['   '], ['a'.repeat(41)], ['two\nlines']])('%j is none', async (tag) => {
    const { id } = (await found({}))[9]!;
    expect((await post(`${id}/tags`, undefined, tag)).status).toBe(422);
  });

  test('are nobody’s business who cannot see the lead, and twenty are enough', async () => {
    const { a, b } = desk.app.fixtures;
    const { id } = (await found({}))[3]!;
    expect([(await post(`${id}/tags`, b.owner)).status, (await post(`${id}/tags`, a.clients[1]!.user)).status]).toEqual([404, 404]);
    expect((await post(`${id}/tags`, desk.app.fixtures.sales)).status).toBe(403);
    for (let n = 0; n < 20; n += 1) expect((await post(`${id}/tags`, a.owner, `tag ${n}`)).status).toBe(200);
    expect((await post(`${id}/tags`, a.owner, 'one too many')).status).toBe(409);
    const names = async (as: typeof a.owner, query: string) =>
      (await desk.app.call('GET', `/api/leads/tags?${query}`, as)).body.options.map(({ value }: { value: string }) => value);
    expect(await names(a.owner, 'search=TAG 1&PerPage=3')).toEqual(['tag 1', 'tag 10', 'tag 11']);
    expect(await names(a.owner, 'search=TAG 1&PerPage=3&Page=2')).toEqual(['tag 12', 'tag 13', 'tag 14']);
    expect(await names(b.owner, 'search=tag')).toEqual([]);
    expect(await names(a.clients[1]!.user, 'search=tag')).toEqual([]);
  });

  test('go with their lead', async () => {
    const { id } = (await found({}))[3]!;
    await desk.platform('leads_lead').where({ id }).delete();
    expect(await desk.platform('leads_tag').where({ lead_id: id })).toEqual([]);
  });
});
