import { afterAll, beforeAll, expect, test } from 'vitest';
import { contribute, definePlugin } from '../../../core/contract.ts';
import { startTestApp, type TestApp } from '../../../core/testing/app.ts';
import { conformance } from '../../../core/testing/conformance.ts';
import type { Person } from '../../../core/testing/fixtures.ts';
import attention from './index.ts';
import { type AttentionItem, AttentionSources } from './contract.ts';

conformance(attention);

let found: AttentionItem[] = [];
/** Finds what the test says, for everybody. */
const finder = definePlugin({
  manifest: { id: 'finder', version: '1.0.0', core: '^1', level: 'platform', requires: { attention: '^1' } },
  contributions: [contribute(AttentionSources, { live: ['finder'], find: async () => found })],
});

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp({ plugins: [finder] });
});
afterAll(() => app.close());

const list = async (who: Person) => (await app.call('GET', '/api/attention', who)).body.data;
const DAY = 86_400_000;
const days = (ago: number) => new Date(Date.now() - ago * DAY);

test('the most urgent stands first, a cause that hits many once with their number, and one with its name', async () => {
  const { operator } = app.fixtures;
  const many = Array.from({ length: 12 }, (_unused, n) => ({
    name: `Campaign ${n + 1}`,
    note: 'Harbor',
    address: `/siteid/campaign-management/${n + 1}`,
    since: days(n),
  }));
  found = [
    { id: 'finder.note', urgency: 'info', title: 'Half is used' },
    {
      id: 'finder.few',
      urgency: 'bad',
      title: 'No website',
      text: 'Add one.',
      concerns: [{ name: 'Spring', note: 'Harbor', address: '/leads' }],
    },
    { id: 'finder.many', urgency: 'bad', title: 'Pixel not detected', concerns: many },
    { id: 'finder.card', urgency: 'warn', title: 'No card', remedy: { title: 'Add a card', address: '/user/card-setting' } },
  ];
  const [first, second, third, last] = await list(operator);
  expect(first).toMatchObject({
    title: 'Pixel not detected (12)',
    text: 'Campaign 1, Campaign 2, Campaign 3 and 9 more',
    count: 12,
    since: many.at(-1)!.since.toISOString(),
    remedy: null,
  });
  expect(first.parts).toHaveLength(12);
  expect(first.parts[1]).toEqual({ title: 'Campaign 2', note: 'Harbor', address: '/siteid/campaign-management/2' });
  expect(second).toEqual({
    id: 'finder.few',
    urgency: 'bad',
    title: 'No website',
    text: 'Spring · Harbor · Add one.',
    since: null,
    count: 1,
    remedy: { title: 'Open', address: '/leads' },
    parts: [],
  });
  expect([third.id, last.id]).toEqual(['finder.card', 'finder.note']);
});

test('what is merely good to know is not counted', async () => {
  const count = async () => (await app.call('GET', '/api/attention/count', app.fixtures.operator)).body;
  expect(await count()).toEqual({ urgent: 2, count: 3, text: '3 things need attention' });
  found = [found[0]!];
  expect(await count()).toMatchObject({ urgent: 0, count: 0 });
});

test('an unknown product is refused, and strangers see nothing', async () => {
  expect((await app.call('GET', '/api/attention?product=nothing', app.fixtures.a.owner)).status).toBe(422);
  expect((await app.call('GET', '/api/attention', null)).status).toBe(401);
});

test('the list stands first on the dashboards, and a line that leads there on the lists of campaigns; all live', async () => {
  const { owner } = app.fixtures.a;
  const page = async (id: string) => (await app.call('GET', `/api/ui/pages/${id}`, owner)).body.blocks[0];
  for (const id of ['products.dashboard', 'site-id.dashboard'])
    expect(await page(id)).toMatchObject({ as: 'health', title: 'Needs attention', empty: { title: 'Nothing needs attention' } });
  const { source } = await page('products.dashboard');
  expect(source.live).toEqual(expect.arrayContaining(['finder', 'campaigns', 'integrations', 'review', 'wallet.balance']));
  expect(await page('site-id.campaigns')).toMatchObject({ as: 'notice', action: { do: { page: 'site-id.dashboard' } } });
});

test('a cause that names only the first of those whom it concerns is counted by what its source says', async () => {
  const concerns = Array.from({ length: 100 }, (_unused, n) => ({ name: `Campaign ${n + 1}` }));
  found = [
    { id: 'finder.more', urgency: 'bad', title: 'No system receives the leads', concerns, count: 10_000 },
    { id: 'finder.fewer', urgency: 'bad', title: 'No website', concerns: [...concerns, { name: 'One more' }] },
  ];
  const [first, second] = await list(app.fixtures.operator);
  expect(first).toMatchObject({ title: 'No system receives the leads (10000)', count: 10_000 });
  expect(first.text).toBe('Campaign 1, Campaign 2, Campaign 3 and 9997 more');
  expect([second.count, second.parts.length]).toEqual([101, 20]);
});
