import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../../core/testing/app.ts';
import type { Person } from '../../core/testing/fixtures.ts';
import { addCampaign } from '../../scripts/bench/installation.ts';
import { asked } from '../support/asked.ts';
import { putLead } from '../support/put-lead.ts';

let app: TestApp;
let people: Record<'operator' | 'sales' | 'owner' | 'administrator' | 'client', Person>;
beforeAll(async () => {
  app = await startTestApp({ config: { roles: ['web'] } });
  const { operator, sales, a } = app.fixtures;
  people = { operator, sales, owner: a.owner, administrator: a.admin, client: a.clients[0]!.user };
  const owner = new pg.Pool({ connectionString: app.databaseUrl, options: '-c app.scope=platform' });
  for (const { tenant } of a.clients)
    for (const name of ['One', 'Two']) {
      const campaign = await addCampaign(owner, tenant, name);
      for (const lead of ['ann', 'bob']) await putLead(app, { client: tenant, campaign, name: lead, cents: 100, at: new Date() });
    }
  await owner.end();
});
afterAll(() => app.close());

/** What a call asks beside its session, when everybody has called before. */
async function statementsOf(who: Person | null, path: string): Promise<string[]> {
  const { status, text } = await app.call('GET', path, who);
  expect(status, text).toBe(200);
  const texts = await asked(() => app.call('GET', path, who));
  return texts.filter((statement) => !/from core_session/.test(statement));
}

describe('the first screen', () => {
  test.for(['operator', 'sales', 'owner', 'administrator', 'client'] as const)(
    'of somebody who is %s is read in two statements',
    async (who) => {
      const texts = await statementsOf(people[who], '/api/ui/bootstrap');
      expect(texts.length, texts.join('\n')).toBeLessThanOrEqual(2);
    },
  );

  test('of a visitor is read in three', async () => {
    const texts = await statementsOf(null, '/api/ui/bootstrap');
    expect(texts.length, texts.join('\n')).toBeLessThanOrEqual(3);
  });
});

describe('a list is read in four statements', () => {
  test.for<[string, keyof typeof people, (company: number) => string]>([
    ['agencies', 'operator', () => '/api/agencies?Page=1&PerPage=10'],
    ['clients', 'owner', () => '/api/clients?Page=1&PerPage=10'],
    ['leads of an agency', 'owner', () => '/api/reports/leads?Page=1&PerPage=10'],
    ['leads of a client', 'client', () => '/api/reports/leads?Page=1&PerPage=10'],
    ['campaigns of an agency', 'owner', (id) => `/api/leadspeek/client/all/local/${id}`],
    ['campaigns of an agency, searched', 'owner', (id) => `/api/leadspeek/client/all/local/${id}?search=one`],
    ['campaigns of an agency, searched in vain', 'owner', (id) => `/api/leadspeek/client/all/local/${id}?search=nobody`],
    ['campaigns of a client', 'client', (id) => `/api/leadspeek/client/all/local/${id}`],
    ['numbers of campaigns', 'owner', () => '/api/campaigns/counts'],
    ['agencies with what each may choose', 'operator', (id) => `/api/configuration/user/${id}/0/0/userdownline/0/company_name/asc`],
    ['clients with their people', 'owner', (id) => `/api/configuration/user/${id}/0/0/client/0/company_name/asc`],
    ['people who have roles', 'owner', () => '/api/roles/people?Page=1&PerPage=10'],
    ['people of an agency, searched', 'owner', () => '/api/roles/people?Page=1&PerPage=10&search=a'],
    ['background jobs', 'operator', () => '/api/operations/jobs?Page=1&PerPage=50'],
    ['modules', 'operator', () => '/api/operations/modules?Page=1&PerPage=50'],
    ['what needs attention, for the operator', 'operator', () => '/api/attention'],
    ['what needs attention of an agency', 'owner', () => '/api/attention'],
    ['what needs attention of a client', 'client', () => '/api/attention'],
  ])('%s', async ([, who, path]) => {
    const texts = await statementsOf(people[who], path(people[who].tenant.id));
    expect(texts.length, texts.join('\n')).toBeLessThanOrEqual(4);
  });
});

test.for(['operator', 'owner', 'client'] as const)('what is known of the signed-in user, %s, is read in seven', async (who) => {
  const texts = await statementsOf(people[who], '/api/user');
  expect(texts.length, texts.join('\n')).toBeLessThanOrEqual(7);
});

test.for([
  ['campaigns', (id: number) => `/api/leadspeek/client/all/local/${id}`, `status <> 'removed'`],
  ['what needs attention', () => '/api/attention', `status = 'active'`],
] as const)(
  '%s are asked for by a state that stands in the text, for plans are kept and indexes are of one state',
  async ([, path, state]) => {
    const texts = await statementsOf(people.owner, path(people.owner.tenant.id));
    expect(texts.join('\n')).toContain(state);
  },
);
