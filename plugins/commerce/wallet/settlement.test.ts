import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../../../core/testing/app.ts';
import { Ledger } from '../../money/ledger/contract.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

const settle = (userID: number, reason: string | undefined, as = app.fixtures.operator) =>
  app.call('PUT', '/api/general/manual-bill-settlement', as, { body: { userID, ...(reason ? { reason } : {}) } });
const manualBill = (flag: 'T' | 'F') =>
  app.call('POST', '/api/configuration/agencies/manual-bill', app.fixtures.operator, {
    body: { companyID: app.fixtures.a.tenant.id, manualBill: flag },
  });
const failed = async () =>
  (await app.call('GET', '/api/agencies?CardStatus=failed', app.fixtures.operator)).body.data.map(
    (row: { company_name: string }) => row.company_name,
  );

test('a failed payment is settled once, with a reason, an entry in the ledger and an entry in the log', async () => {
  const { platform } = app.kernel;
  const { a, operator } = app.fixtures;
  expect((await settle(a.owner.id, 'paid by cheque')).status).toBe(409);
  await manualBill('T');
  await platform('wallet_state').where({ company_id: a.tenant.id }).update({ failures: 3 });
  await app.inside(a.tenant, 'wallet', (ctx) =>
    ctx.use(Ledger).post(a.tenant.id, {
      key: 'owed',
      code: 'wallet.lead',
      companyId: a.tenant.id,
      entries: [
        { companyId: a.tenant.id, account: 'cost', cents: 250 },
        { companyId: a.tenant.id, account: 'payable', cents: -250 },
      ],
    }),
  );
  expect(await failed()).toEqual(['Agency A']);

  expect((await settle(a.owner.id, 'paid by cheque', a.owner)).status).toBe(403);
  expect((await settle(a.clients[0]!.user.id, 'paid by cheque')).status).toBe(404);
  const answers = await Promise.all(Array.from({ length: 100 }, () => settle(a.owner.id, 'paid by cheque')));
  expect(answers.filter((answer) => answer.status === 200)).toHaveLength(1);
  expect(answers.find((answer) => answer.status === 200)!.body).toEqual({
    result: 'success',
    message: 'Manual Bill Settlement has been successfully processed.',
  });
  expect(await failed()).toEqual([]);
  const entries = await platform('ledger_entry as e')
    .join('ledger_posting as p', 'p.id', 'e.posting_id')
    .join('ledger_account as a', 'a.id', 'e.account_id')
    .where({ 'p.code': 'wallet.settlement' })
    .orderBy('e.amount_cents')
    .select('a.kind', 'e.amount_cents');
  expect(entries).toEqual([
    { kind: 'cash', amount_cents: '-250' },
    { kind: 'payable', amount_cents: '250' },
  ]);
  const [row, ...more] = await platform('core_audit').where({ action: 'wallet.settled-by-hand' });
  expect(more).toEqual([]);
  expect(row).toMatchObject({ company_id: a.tenant.id, actor_id: operator.id, detail: { reason: 'paid by cheque', cents: 250 } });
});

test('switching manual bill off stops all campaigns of the agency, and of no other', async () => {
  await manualBill('T');
  const { a, b } = app.fixtures;
  const begin = async (agency: typeof a): Promise<number> => {
    const [{ id }] = await app.kernel
      .platform('campaigns_campaign')
      .insert({ company_id: agency.clients[0]!.tenant.id, product: 'local', name: 'Runs', status: 'active', timezone: 'UTC' })
      .returning('id');
    return id;
  };
  const [mine, other] = [await begin(a), await begin(b)];
  expect((await manualBill('F')).status).toBe(200);
  const statusOf = async (id: number) => (await app.kernel.platform('campaigns_campaign').where({ id }).first('status')).status;
  expect([await statusOf(mine), await statusOf(other)]).toEqual(['stopped', 'active']);
});
