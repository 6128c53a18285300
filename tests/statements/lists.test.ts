import { Client } from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../../core/testing/app.ts';
import type { Person } from '../../core/testing/fixtures.ts';
import { pageRequests } from '../../scripts/bench/page-requests.ts';
import { asked } from '../support/asked.ts';
import { copyRows } from '../support/copy-rows.ts';
import { knownValues, seedRows } from '../support/seed-rows.ts';

/** What is read anew after some seconds, whatever is asked. */
const NOW_AND_THEN = /from core_host|update core_session/;

let app: TestApp;
let owner: Client;
let readers: Record<string, { person: Person; companyId: number }>;

beforeAll(async () => {
  app = await startTestApp({ config: { roles: ['web'] } }); // a worker would change rows on its own
  const { root, operator, a } = app.fixtures;
  const { tenant, user } = a.clients[0]!;
  readers = {
    operator: { person: operator, companyId: root.id },
    agency: { person: a.owner, companyId: a.tenant.id },
    client: { person: user, companyId: tenant.id },
  };
  const companies = [root, a.tenant, tenant].map(({ id }) => ({ id, word: 'maple' }));
  await seedRows(app.kernel.platform, companies, knownValues(app.kernel.registry));
  owner = new Client({ connectionString: app.databaseUrl });
  await owner.connect();
}, 300_000);
afterAll(async () => {
  await owner.end();
  await app.close();
});

const addRows = (times: number): Promise<void> => {
  const { operator, agency, client } = readers as Record<'operator' | 'agency' | 'client', { companyId: number }>;
  return copyRows(owner, app.kernel.platform, { root: operator.companyId, agency: agency.companyId, client: client.companyId, times });
};

/** What a list took: its rows, and how often the database was asked, where what is asked side by side counts each by itself. */
interface Taken {
  rows: number;
  parts: number;
}

interface Ask {
  name: string;
  path: string;
  person: Person;
}

/** All that can be asked for without knowing more than the own company, by everybody who may; what a process keeps of settings is read then. */
async function allowed(): Promise<Ask[]> {
  const asks: Ask[] = [];
  for (const [who, { person, companyId }] of Object.entries(readers))
    for (const { path, what } of pageRequests(app.kernel.registry, companyId)) {
      if (what !== 'first page' && what !== 'whole') continue;
      if ((await app.call('GET', path, person)).status === 200) asks.push({ name: `${who} ${path}`, path, person });
    }
  return asks;
}

async function take(asks: readonly Ask[]): Promise<Taken[]> {
  const taken: Taken[] = [];
  for (const { path, person } of asks) {
    let data: unknown;
    const texts = await asked(async () => {
      ({ data } = (await app.call('GET', path, person)).body as { data?: unknown });
    });
    const parts = texts.filter((text) => !NOW_AND_THEN.test(text)).flatMap((text) => text.split(' full join (select row_number()'));
    taken.push({ rows: Array.isArray(data) ? data.length : 0, parts: parts.length });
  }
  return taken;
}

test('no list asks more often for more rows', async () => {
  await addRows(2);
  const asks = await allowed();
  const few = await take(asks);
  await addRows(25);
  const many = await take(asks);
  const longer = asks.filter((_, n) => many[n]!.rows > few[n]!.rows);
  expect(longer.length).toBeGreaterThan(60);
  const dearer = asks.filter((_, n) => many[n]!.parts > few[n]!.parts);
  // Once more: it may have been something that a process keeps for a while.
  const again = await take(dearer);
  const before = dearer.map((ask) => few[asks.indexOf(ask)]!);
  expect(dearer.flatMap(({ name }, n) => (again[n]!.parts > before[n]!.parts ? [{ name, few: before[n], many: again[n] }] : []))).toEqual(
    [],
  );
}, 300_000);
