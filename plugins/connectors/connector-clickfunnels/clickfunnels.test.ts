import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { Connectors } from '../../../core/contract.ts';
import { conformance } from '../../../core/testing/conformance.ts';
import { ConnectorTrial } from '../../../tests/support/connector-trial.ts';
import { ClickFunnelsFake } from './clickfunnels.fake.ts';
import plugin from './index.ts';

conformance(plugin);

let trial: ConnectorTrial;
let fake: ClickFunnelsFake;
beforeAll(async () => {
  fake = await new ClickFunnelsFake().start();
  const standIns = { 'shop.myclickfunnels.com': fake.host, 'other.myclickfunnels.com': fake.host };
  trial = await ConnectorTrial.open('connector-clickfunnels.contacts', { standIns });
});
afterAll(async () => {
  await trial?.close();
  fake?.stop();
});
beforeEach(async () => {
  await trial.reset();
  fake.contacts.clear();
  fake.erased.length = 0;
  fake.mishaps.clear();
  fake.calls.length = 0;
  fake.key = given.token;
  fake.workspaces = fake.workspaces.slice(0, 2);
});

const given = { subdomain: 'shop', token: 'cf-token-1234567890' };
const UPSERT = 'POST /workspaces/:id/contacts/upsert';
const APPLY = 'POST /contacts/:id/applied_tags';

describe('connecting', () => {
  test('finds the workspace of the subdomain and the tag beyond the first page, and writes nothing', async () => {
    const id = await trial.connect({ ...given, tag: 'Tag-24' });
    expect((await trial.at(id, 'GET', '/settings')).body).toMatchObject({
      subdomain: 'shop',
      tag: 'Tag-24',
      workspaceId: '12',
      tagId: '524',
    });
    expect(await trial.desk.detail(id)).toMatchObject({ state: 'ok' });
    expect(fake.asked().filter((call) => !call.startsWith('GET'))).toEqual([]);
  });

  test.each([
    [{ token: 'cf-token-wrong-one' }, 'token', 'ClickFunnels did not accept this: HTTP 401: Invalid token'],
    [{ workspace: 'Nowhere' }, 'workspace', 'Choose one of your workspaces: Main, Shop'],
    [{ subdomain: 'other' }, 'workspace', 'Choose one of your workspaces: Main, Shop'],
    [{ tag: 'nothing' }, 'tag', /^Choose one of the tags of this workspace: tag-0, .*tag-9$/],
  ])('with %j is refused at the field that is wrong, which says what there is', async (wrong, field, message) => {
    const { status, body } = await trial.ask({ ...given, ...wrong });
    expect(status).toBe(422);
    expect(body.errors).toEqual([{ field, message: expect.stringMatching(message) }]);
    expect((await trial.app.call('GET', '/api/integrations/connections', trial.client)).body.total).toBe(0);
  });

  test('nobody enters what the account tells', async () => {
    expect((await trial.ask({ ...given, workspaceId: '999' })).status).toBe(422);
  });

  test('again with another workspace is another workspace from then on', async () => {
    const id = await trial.connect(given);
    await trial.change(id, { subdomain: 'shop', workspace: 'main' });
    expect((await trial.at(id, 'GET', '/settings')).body).toMatchObject({ workspaceId: '11', tagId: '' });
  });
});

describe('a lead', () => {
  test('becomes one contact with the tag beside those that it had', async () => {
    const id = await trial.connect({ ...given, tag: 'tag-3' });
    const old = { id: 7, email_address: 'ada@example.com', tags: [fake.tags[0]!], custom_attributes: {} };
    fake.contacts.set(7, old);
    await trial.desk.send('Ada', 'Ben');
    expect([...fake.contacts.values()].map(({ email_address: email, tags }) => [email, tags.map(({ name }) => name)])).toEqual([
      ['ada@example.com', ['tag-0', 'tag-3']],
      ['ben@example.com', ['tag-3']],
    ]);
    expect(await trial.log(id)).toMatchObject([
      { state: 'delivered', ref: '7' },
      { state: 'delivered', ref: '101' },
    ]);
    expect(fake.calls.some(({ text }) => text.includes('tag_ids'))).toBe(false);
    await trial.desk.send('Ada');
    expect(fake.count(APPLY)).toBe(2);
  });

  test('carries further fields as attributes, under no name that contacts have themselves', async () => {
    const id = await trial.connect(given);
    await trial.at(id, 'PUT', '/fields/city', { sent: 'T' });
    await trial.at(id, 'PUT', '/fields/visits/name', { name: 'Visits so far' });
    expect((await trial.at(id, 'PUT', '/fields/zip/name', { name: 'email_address' })).body.errors).toMatchObject([{ field: 'name' }]);
    expect((await trial.at(id, 'PUT', '/fields/email/name', { name: 'mail' })).status).toBe(404);
    await trial.desk.send('Ada');
    const [contact] = [...fake.contacts.values()];
    expect(contact).toMatchObject({
      email_address: 'ada@example.com',
      first_name: 'Ada',
      phone_number: '+13125550100',
      custom_attributes: { city: 'Chicago', 'Visits so far': '1' },
    });
  });

  test('is sent once through a limit, a conflict, an outage and a page of HTML, and the contact is not made again for its tag', async () => {
    const id = await trial.connect({ ...given, tag: 'tag-3' });
    fake.mishaps.set(UPSERT, [409, 429, 503, 502]);
    fake.mishaps.set(APPLY, [500, 502]);
    await trial.desk.send('Ada');
    for (let n = 0; n < 6; n += 1) await trial.desk.skipPauses();
    expect(await trial.log(id)).toMatchObject([{ state: 'delivered', attempts: 7 }]);
    expect([fake.count(UPSERT), fake.count(APPLY), fake.contacts.size]).toEqual([5, 3, 1]);
  });

  test('that has the tag already is fine, also where the answer to it was lost', async () => {
    const id = await trial.connect({ ...given, tag: 'tag-3' });
    fake.mishaps.set(APPLY, [503]);
    await trial.desk.send('Ada');
    [...fake.contacts.values()][0]!.tags.push(fake.tags[3]!);
    await trial.desk.skipPauses();
    expect(await trial.log(id)).toMatchObject([{ state: 'delivered' }]);
  });

  test('without an address is refused here, and however many do not hold the connection', async () => {
    const id = await trial.connect(given);
    for (const field of ['email']) await trial.at(id, 'PUT', `/fields/${field}`, { sent: 'F' });
    await trial.desk.send('A', 'B', 'C', 'D', 'E', 'F');
    const log = await trial.log(id);
    expect(log.map(({ state }) => state)).toEqual(Array.from({ length: 6 }, () => 'rejected'));
    expect(log[0]!.response).toContain('identifies contacts by their e-mail address');
    expect(fake.count(UPSERT)).toBe(0);
    expect(await trial.desk.detail(id)).toMatchObject({ state: 'ok' });
  });

  test('waits while its workspace or tag is gone, and the owner is told which to choose', async () => {
    const id = await trial.connect({ ...given, tag: 'tag-24' });
    const gone = fake.tags.pop()!;
    await trial.desk.send('Ada');
    expect(await trial.desk.detail(id)).toMatchObject({ state: 'held', remedy: expect.stringContaining('The tag is no longer there') });
    fake.tags.push(gone);
    expect((await trial.at(id, 'POST', '/check')).body.ok).toBe(true);
    await trial.app.settle();
    expect(await trial.log(id)).toMatchObject([{ state: 'delivered' }, { state: 'delivered' }]);
    fake.workspaces = fake.workspaces.slice(0, 1);
    await trial.desk.send('Ben');
    expect(await trial.desk.detail(id)).toMatchObject({
      state: 'held',
      remedy: expect.stringContaining('The workspace is no longer there'),
    });
  });

  test('waits while the token is refused', async () => {
    const id = await trial.connect(given);
    fake.key = 'another-token-123';
    await trial.desk.send('Ada');
    expect(await trial.desk.detail(id)).toMatchObject({ state: 'reauthorise', held: 1 });
    fake.key = given.token;
    await trial.change(id, given);
    await trial.app.settle();
    expect(fake.contacts.size).toBe(1);
  });
});

describe('erasing', () => {
  const erase = (refs: string[], emails: string[]) =>
    trial.app.inside(trial.client.tenant, 'integrations', async (ctx) => {
      const connectors = ctx.use(Connectors);
      const connector = connectors.find('connector-clickfunnels.contacts')!;
      const auth = { ...given, workspaceId: '12', tagId: '' };
      return connectors.run({ connector, what: { erase: { refs, emails } }, auth, deliveryId: 'e' });
    });

  test('takes those who were sent and those with the address, once, and is no error where nobody is', async () => {
    for (const [id, email] of [
      [1, 'ada@example.com'],
      [2, 'ada@example.com'],
      [3, 'ben@example.com'],
    ] as const)
      fake.contacts.set(id, { id, email_address: email, tags: [], custom_attributes: {} });
    expect(await erase(['1', '99'], ['ada@example.com'])).toMatchObject({ ok: true });
    expect([fake.erased, [...fake.contacts.keys()]]).toEqual([[1, 2], [3]]);
    expect(await erase(['1'], ['ada@example.com'])).toMatchObject({ ok: true });
    fake.mishaps.set('DELETE /contacts/:id/gdpr_destroy', [503]);
    expect(await erase(['3'], [])).toMatchObject({ ok: false, then: 'retry' });
  });
});
