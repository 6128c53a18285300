import { createHash, randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../../core/testing/app.ts';
import { importDeletionList } from '../../scripts/import-deletion-list/import.ts';
import { Visitors } from '../../plugins/lead-intake/capture/fakes/visitors.fake.ts';
import { personKeyOf } from '../../plugins/lead-intake/capture/shared.ts';
import { NOBODY } from '../../plugins/lead-intake/leads/shared.ts';
import { listedHash, type ListType, readHash, typeOfFile } from '../../plugins/campaign-management/deletion-lists/hashes.ts';

describe('hashes', () => {
  // The numbers and hashes of DROP's documentation.
  test.each([
    ['(415) 555-9317', 'vGM7y5n+hBXRSEAklhHDPCbysyNgYTmXdMcagGUOY8E='],
    ['+1 490 123 4567', 'ptzVkgbv9DonwvPCHmXmJ2SEOaolSh37z3ZzY/Gmm+U='],
  ])('of a telephone number are those of its last ten digits: %s', (number, hash) => {
    expect(listedHash('phone', number)!.toString('base64')).toBe(hash);
  });

  test('of an address are those of its lower case without blanks; dots and plus tags stay', () => {
    const expected = createHash('sha256').update('jane.doe+x@example.com').digest();
    expect(listedHash('email', ' Jane.Doe+X@Example.com ')).toEqual(expected);
    expect(listedHash('phone', '555-0100')).toBeNull();
    expect(readHash(expected.toString('base64'))).toEqual(expected);
    for (const wrong of ['', 'x', expected.toString('hex'), expected.toString('base64url'), `${expected.toString('base64')}AAAA`])
      expect(readHash(wrong)).toBeNull();
  });

  test('lists that cannot be compared are refused by name, and so is a file without one', () => {
    expect([typeOfFile('20260801_77_Email.csv'), typeOfFile('20260801_77_phone_2.csv')]).toEqual(['email', 'phone']);
    for (const type of ['NDZ', 'MAID', 'CTVID', 'NameVIN'])
      expect(() => typeOfFile(`20260801_77_${type}.csv`)).toThrow(`type ${type} cannot be compared`);
    expect(() => typeOfFile('list.csv')).toThrow('does not say which list');
  });
});

let app: TestApp;
let serial = 0;
const campaigns = new Map<number, number>();
beforeAll(async () => {
  app = await startTestApp({ config: { trustedHops: 1 } });
  for (const { owner, clients } of [app.fixtures.a, app.fixtures.b]) {
    const body = { companyID: clients[0]!.tenant.id, leadspeekType: 'local', campaignName: 'Coffee' };
    campaigns.set(clients[0]!.tenant.id, (await app.call('POST', '/api/leadspeek/client/create', owner, { body })).body.leadspeek_api_id);
  }
});
afterAll(() => app?.close());
beforeEach(async () => {
  app.clockOffset = 0;
  await db()('deletion_lists_list').delete();
});
const db = () => app.kernel.platform;

async function leadOf(agency: 'a' | 'b', person: { email?: string; phone?: string; name?: string }): Promise<string> {
  const { tenant } = app.fixtures[agency].clients[0]!;
  const { email = '', phone = '', name = 'Zoe' } = person;
  const id = randomUUID();
  await db()('leads_lead').insert({
    id,
    company_id: tenant.id,
    agency_id: tenant.agencyId,
    root_id: tenant.rootId,
    campaign_id: campaigns.get(tenant.id)!,
    product: 'local',
    person_key: personKeyOf(app.kernel, { ...NOBODY, email, phone })!,
    first_name: name,
    email,
    phone,
    source: 'capture.page-view',
    evidence: {},
    retail_cents: 150,
    created_at: new Date(),
    last_seen_at: new Date(),
  });
  return id;
}
const lineOf = (type: ListType, id: string, text: string): string => `${id},${listedHash(type, text)!.toString('base64')}`;
async function load(type: ListType, lines: readonly string[]) {
  const rejected: { line: number; why: string }[] = [];
  const result = await importDeletionList(Readable.from([`ID,Hash\r\n${lines.join('\r\n')}\r\n`]), {
    url: app.databaseUrl,
    filename: `20260801_77_${type === 'email' ? 'Email' : 'Phone'}.csv`,
    type,
    say: () => undefined,
    rejected: { add: (line, why) => void rejected.push({ line, why }), close: async () => null },
  });
  return { ...result, lines: rejected };
}
const work = async (): Promise<void> => {
  await app.settle();
  await app.tick('deletion-lists.work');
  await app.settle();
};
const shown = async () => (await app.call('GET', '/api/deletion-lists', app.fixtures.operator)).body.data[0];
const matches = async (id: number) => (await app.call('GET', `/api/deletion-lists/${id}/matches`, app.fixtures.operator)).body.data;
const remove = (id: number, who = app.fixtures.operator) => app.call('POST', `/api/deletion-lists/${id}/delete`, who);
const response = async (id: number): Promise<string[]> =>
  (await app.call('GET', `/api/deletion-lists/${id}/response.csv`, app.fixtures.operator)).text.trim().split('\r\n');
const newName = (): string => `zebedee${++serial}x`;
/** Whether candidates would be kept out, as the pipeline asks. */
const screened = async (company: number, email: string, phone = ''): Promise<boolean> => {
  const { rows } = await db().raw('select * from exclusions_screen(?, ?, array[null]::bytea[], array[null]::bytea[], ?)', [
    [company],
    [email],
    [phone],
  ] as never);
  return rows.length > 0;
};

describe('a list', () => {
  test('opts everybody out, finds whom we know, deletes them everywhere once an operator agrees, and is answered row by row', async () => {
    const { a, b, operator } = app.fixtures;
    const [both, exempt, graph, unknown] = [newName(), newName(), newName(), newName()];
    const at = (name: string): string => `${name}@people.example`;
    const leads = [await leadOf('a', { email: at(both), name: both }), await leadOf('b', { email: at(both).toUpperCase(), name: both })];
    const kept = await leadOf('a', { email: at(exempt), name: exempt });
    await new Visitors(app).known([graph]);
    const read = await load('email', [
      lineOf('email', 'W-1', at(both)),
      lineOf('email', 'W-2', at(unknown)),
      'W-3,not-a-hash',
      lineOf('email', 'W-4', at(exempt)),
      lineOf('email', 'W-5', at(graph)),
      lineOf('email', 'W-6', at(both)),
    ]);
    expect(read).toMatchObject({ read: 6, taken: 5, rejected: 1, lines: [{ line: 4, why: expect.stringContaining('Base64') }] });
    await work();
    expect(await shown()).toMatchObject({ id: read.id, state: 'review', type: 'email', rows: 5, matched: 4 });
    for (const name of [both, unknown, exempt, graph]) expect(await screened(b.clients[0]!.tenant.id, at(name))).toBe(true);
    expect(
      (await matches(read.id)).map((row: { work_item: string; records: number; outcome: string }) => [
        row.work_item,
        row.records,
        row.outcome,
      ]),
    ).toEqual([
      ['W-1', 2, 'delete'],
      ['W-4', 1, 'delete'],
      ['W-5', 1, 'delete'],
      ['W-6', 2, 'delete'],
    ]);
    expect(JSON.stringify(await matches(read.id))).not.toContain(both);
    // Nothing is deleted before somebody has looked.
    expect(await db()('leads_lead').whereIn('id', leads).whereNull('erased_at')).toHaveLength(2);
    expect((await app.call('GET', `/api/deletion-lists/${read.id}/response.csv`, operator)).status).toBe(409);

    const position = (await matches(read.id))[1].position;
    const mark = (exemption: boolean) =>
      app.call('POST', `/api/deletion-lists/${read.id}/rows/${position}/exempt`, operator, { body: { exempt: exemption } });
    for (const exemption of [true, false, true]) expect((await mark(exemption)).status).toBe(200);
    const clicks = await Promise.all([remove(read.id), remove(read.id)]);
    expect(clicks.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect((await mark(false)).status).toBe(409);
    await work();
    await app.tick('privacy.erase');
    await work();
    await expect
      .poll(async () => {
        await work();
        return (await shown()).state;
      })
      .toBe('done');
    expect(await response(read.id)).toEqual(['ID,Status', 'W-1,3', 'W-2,5', 'W-4,2', 'W-5,3', 'W-6,3']);
    expect(await db()('leads_lead').whereIn('id', leads).whereNull('erased_at')).toEqual([]);
    expect(await db()('leads_lead').where({ id: kept }).first('email')).toEqual({ email: at(exempt) });
    await app.asOwner(
      `do $$ begin if exists (select from capture_person where email = '${at(graph)}') then raise exception 'still known'; end if; end $$`,
    );
    // One request at each agency, which sees why; and nobody is named here any more.
    for (const { owner } of [a, b]) {
      const requests = (await app.call('GET', '/api/privacy/requests', owner)).body.data;
      expect(requests.map((row: { asked_by: string; state: string }) => [row.asked_by, row.state])).toEqual([
        ['California DROP list', 'erased'],
      ]);
    }
    expect(await db()('deletion_lists_match')).toEqual([]);
  });

  test('of telephone numbers deletes the one person who has the number, and opts out those who share it', async () => {
    const own = `+1 (312) 555-${7000 + ++serial}`;
    const shared = `312.555.${8000 + ++serial}`;
    const one = await leadOf('a', { phone: own });
    const two = [
      await leadOf('a', { phone: shared, email: `${newName()}@people.example` }),
      await leadOf('b', { phone: shared, email: `${newName()}@people.example` }),
    ];
    const { id } = await load('phone', [lineOf('phone', '1', own), lineOf('phone', '2', shared), lineOf('phone', '3', '2125550100')]);
    await work();
    expect((await matches(id)).map((row: { outcome: string; open: boolean }) => [row.outcome, row.open])).toEqual([
      ['delete', true],
      ['shared', false],
    ]);
    const exempt = await app.call('POST', `/api/deletion-lists/${id}/rows/3/exempt`, app.fixtures.operator, { body: { exempt: true } });
    expect(exempt.status).toBe(409);
    expect((await remove(id)).status).toBe(200);
    await work();
    await app.tick('privacy.erase');
    await expect
      .poll(async () => {
        await work();
        return (await shown()).state;
      })
      .toBe('done');
    expect(await response(id)).toEqual(['ID,Status', '1,3', '2,4', '3,5']);
    expect((await db()('leads_lead').where({ id: one }).first('erased_at')).erased_at).not.toBeNull();
    expect(await db()('leads_lead').whereIn('id', two).whereNull('erased_at')).toHaveLength(2);
    expect(await screened(app.fixtures.b.clients[0]!.tenant.id, '', shared.replaceAll('.', '-'))).toBe(true);
    expect(await screened(app.fixtures.b.clients[0]!.tenant.id, '', '312-555-0000')).toBe(false);
  });

  test('about nobody we know is answered by itself', async () => {
    const { id } = await load('email', [lineOf('email', 'A', `${newName()}@people.example`)]);
    await work();
    expect(await response(id)).toEqual(['ID,Status', 'A,5']);
  });

  test('goes on where it was when a process ends in the middle, and two processes do nothing twice', async () => {
    const names = Array.from({ length: 12 }, newName);
    for (const name of names) await leadOf('a', { email: `${name}@people.example`, name });
    const { id } = await load(
      'email',
      names.map((name, n) => lineOf('email', `P${n}`, `${name}@people.example`)),
    );
    // As a process leaves it that ended after the first slice was noted: opted out as far as position 5.
    await db()('deletion_lists_list').where({ id }).update({ at_position: 5 });
    await Promise.all([work(), work()]);
    expect((await shown()).matched).toBe(12);
    await remove(id);
    await Promise.all([work(), work()]);
    expect(
      (await db()('privacy_request').where({ origin: 'drop', company_id: app.fixtures.a.tenant.id }).whereNot({ state: 'erased' })).length,
    ).toBeLessThanOrEqual(12);
    await app.tick('privacy.erase');
    await expect
      .poll(async () => {
        await work();
        return (await shown()).state;
      })
      .toBe('done');
    expect((await response(id)).slice(1)).toEqual(names.map((_, n) => `P${n},3`));
  });

  test('is for the root’s operators, and bad files change nothing', async () => {
    const { id } = await load('email', [lineOf('email', 'A', `${newName()}@people.example`)]);
    for (const who of [app.fixtures.a.owner, app.fixtures.a.clients[0]!.user, app.fixtures.sales]) {
      expect((await app.call('GET', '/api/deletion-lists', who)).status).toBe(403);
      expect([403, 404]).toContain((await remove(id, who)).status);
    }
    const before = await db()('deletion_lists_list').count();
    for (const text of ['ID,Code\n1,2\n', 'ID,Hash\n', 'ID,Hash\n1,x\n2,y\n'])
      await expect(
        importDeletionList(Readable.from([text]), { url: app.databaseUrl, filename: 'x', type: 'email', say: () => undefined }),
      ).rejects.toThrow();
    expect(await db()('deletion_lists_list').count()).toEqual(before);
  });
});
