import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../../../core/testing/app.ts';
import type { Person } from '../../../core/testing/fixtures.ts';
import type { Operation } from '../../money/payments/contract.ts';
import { ArrearsFixtures } from '../../../tests/support/arrears-fixtures.ts';
import { Dunning } from './contract.ts';
import plugin from './index.ts';

let app: TestApp;
let fixtures: ArrearsFixtures;
beforeAll(async () => {
  app = await startTestApp({ plugins: [plugin] });
  fixtures = new ArrearsFixtures(app, app.fixtures.a);
});
afterAll(() => app.close());

const CARD = '/user/card-setting';
const OPEN = { open: true };
async function seenBy(who: Person) {
  const { body } = await app.call('GET', '/api/ui/bootstrap', who);
  return (path: string) => body.pages.find((p: { path: string }) => p.path === path)?.access;
}
const setupPage = async (who: Person): Promise<string> => (await app.call('GET', '/api/ui/pages/profile.setup', who)).text;
const lacking = async (who: Person) => (await app.call('GET', '/api/dunning/agency-card', who)).body.lacking;

test('an agency without a card works on, and is led to where it can add one', async () => {
  const { owner } = app.fixtures.a;
  const of = await seenBy(owner);
  expect([of('/siteid/dashboard'), of('/configuration/client-management'), of('/configuration/general-setting')]).toEqual([
    OPEN,
    OPEN,
    OPEN,
  ]);
  expect([of(CARD), of('/user/profile-setup')]).toEqual([expect.objectContaining({ open: false, go: '/user/profile-setup' }), OPEN]);
  expect(await lacking(owner)).toBe(true);
  expect(await setupPage(owner)).toContain('dunning.add-card-action');
  await fixtures.confirm(owner);
  expect((await app.call('POST', '/api/dunning/card', owner, { body: { tokenid: 'approved' } })).body).toMatchObject({ result: 'success' });
  expect(await lacking(owner)).toBe(false);
  expect((await seenBy(owner))(CARD)).toEqual(OPEN);
});

test('an agency that owes finds Card Setting open, also without a card', async () => {
  const { b } = app.fixtures;
  const operation = { id: 'first', companyId: b.tenant.id, kind: 'agency', subject: 'first', amountCents: 5_000 } as Operation;
  expect(await lacking(b.owner)).toBe(true);
  await app.inside(b.tenant, 'dunning', (ctx) => ctx.use(Dunning).agencyFailed(b.tenant.id, operation));
  const of = await seenBy(b.owner);
  expect([of(CARD), of('/siteid/dashboard')]).toEqual([OPEN, expect.objectContaining({ go: CARD })]);
});

test('says nothing to clients and operators', async () => {
  expect(await lacking(app.fixtures.a.clients[1]!.user)).toBe(false);
  expect((await app.call('GET', '/api/dunning/agency-card', app.fixtures.operator)).status).toBe(403);
  expect((await seenBy(app.fixtures.operator))('/user/profile-setup')).toEqual(OPEN);
});

test('the profile menu has Card Setting for whose card is charged, and the Data Wallet for the owner of an agency that is billed directly', async () => {
  const { a, operator } = app.fixtures;
  const client = a.clients[0]!;
  const entries = async (who: Person) => {
    const { profileMenu } = (await app.call('GET', '/api/ui/bootstrap', who)).body as { profileMenu: { title: string }[] };
    return profileMenu.map(({ title }) => title).filter((title) => /^Card Setting$|^Data Wallet/.test(title));
  };
  const CARD_ENTRY = 'Card Setting';
  const WALLET_ENTRY = 'Data Wallet (beta)';
  const people = [a.owner, a.admin, client.user, operator];
  const seen = () => Promise.all(people.map(entries));
  const billDirectly = (on: boolean) =>
    app.kernel.platform('wallet_state').insert({ company_id: a.tenant.id, manual_bill: on }).onConflict('company_id').merge();
  const offerWallet = async (on: boolean) => {
    const row = { company_id: a.tenant.id, key: 'wallet.data_wallet', is_on: on };
    await app.kernel.platform('core_switch').insert(row).onConflict(['company_id', 'key']).merge();
    await app.kernel.features.refresh();
  };
  await fixtures.card(a.tenant, 'approved');
  await billDirectly(false);
  await offerWallet(true);
  expect(await entries(client.user)).toEqual([]); // no card yet
  await fixtures.connect();
  await fixtures.card(client.tenant, 'approved');
  expect(await seen()).toEqual([[CARD_ENTRY], [CARD_ENTRY], [CARD_ENTRY], []]);
  await billDirectly(true);
  expect(await seen()).toEqual([[CARD_ENTRY, WALLET_ENTRY], [], [], []]);
  await offerWallet(false);
  expect(await seen()).toEqual([[CARD_ENTRY], [], [], []]);
  await billDirectly(false);
});
