import { afterAll, beforeAll, expect, test } from 'vitest';
import { Books } from '../../plugins/money/ledger/contract.ts';
import { startVictim, type Victim } from '../support/victim.ts';
import { Searches } from './searches.ts';

let it: Searches;
const processes: Victim[] = [];
beforeAll(async () => {
  // The product that the test talks to does no background work.
  it = await Searches.start({ config: { roles: ['web'] } });
});
afterAll(async () => {
  await Promise.all(processes.map((process) => process.kill()));
  await it.app.close();
});

const PEOPLE = 60;
const CAP = 40;

test('a process that dies in the middle of a batch, beside another one that works, costs no lead, no place and no cent', async () => {
  await it.records(Array.from({ length: PEOPLE }, (_, n) => ({ who: `p${n}`, keyword: 'rafts' })));
  const id = await it.running({ locatorkeyword: ['rafts'], LimitLead: CAP, LimitLeadFreq: 'day' });
  const { platform } = it.app.kernel;
  await it.app.asOwner(`create function test_slow() returns trigger language plpgsql as $$ begin perform pg_sleep(1.5); return null; end $$;
    create trigger test_slow after insert on leads_lead for each statement execute function test_slow()`);
  processes.push(await startVictim(it.app.databaseUrl, {}));
  const isWriting = async (): Promise<boolean> => {
    const { rows } = await platform.raw(
      `select count(*)::int as n from pg_stat_activity where datname = current_database() and wait_event = 'PgSleep'`,
    );
    return rows[0].n > 0;
  };
  await expect.poll(isWriting, { timeout: 40_000, interval: 50 }).toBe(true);
  await processes[0]!.kill();
  expect(await it.leads(id)).toEqual([]);
  await it.app.asOwner('drop trigger test_slow on leads_lead; drop function test_slow()');
  processes.push(...(await Promise.all([startVictim(it.app.databaseUrl, {}), startVictim(it.app.databaseUrl, {})])));
  await expect.poll(async () => (await it.leads(id)).length, { timeout: 60_000 }).toBe(CAP);
  expect(await it.outcomes(id)).toEqual({ lead: CAP });
  expect((await it.change(id, { LimitLead: 0 })).status).toBe(200);
  await expect.poll(async () => (await it.leads(id)).length, { timeout: 60_000 }).toBe(PEOPLE);
  expect(await it.outcomes(id)).toEqual({ lead: PEOPLE });
  const companyId = it.app.fixtures.a.clients[0]!.tenant.id;
  const owed = it.app.inside(it.app.fixtures.a.tenant, 'ledger', (ctx) => ctx.use(Books).cents({ companyId, account: 'receivable' }));
  expect(await owed).toBe(PEOPLE * 200);
}, 240_000);
