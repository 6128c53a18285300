import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Person } from '../../core/testing/fixtures.ts';
import type { FakeTab } from '../../plugins/connectors/connector-google-sheets/sheets.fake.ts';
import { SheetsStage } from './stage.ts';

/** What Google refuses stops what it concerns and nothing else, its owner hears of it, and no lead is lost. */
let at: SheetsStage;
beforeAll(async () => {
  at = await SheetsStage.start();
});
afterAll(() => at?.close());
beforeEach(() => at.clear());

const begun = async () => {
  await at.connect();
  const campaign = await at.campaign();
  return { campaign, id: await at.create(campaign) };
};
const names = () => at.column('First name');
const subjects = async (who: Person) => (await at.mails()).filter(({ recipient }) => recipient === who.email).map(({ subject }) => subject);
const told = async (who: Person = at.a.owner) =>
  ((await at.app.call('GET', '/api/attention', who)).body.data as { id: string; title: string; text: string }[])
    .filter(({ id }) => id.startsWith('connector-google-sheets.'))
    .map(({ title, text }) => `${title}: ${text}`);
const check = async (id: number) => {
  await at.post(`/google-sheets/sheets/${id}/check`, at.a.owner);
  await at.app.settle();
};

test('access that was withdrawn is asked for anew; leads wait, and arrive once when it is back', async () => {
  const { campaign, id } = await begun();
  at.google.withdraw('agency@google.example');
  await at.leads(campaign, 'Ann', 'Bob');
  await at.app.settle();
  await at.leads(campaign, 'Cid');
  await at.app.settle();
  for (const who of [at.a.owner, at.a.clients[0]!.user])
    expect(await at.sheet(id, who)).toMatchObject({ state: 'reauthorise', waiting: 3 });
  expect(await told()).toEqual(['Google no longer gives us access: agency@google.example · The leads are kept for 30 days.']);
  expect(await subjects(at.a.owner)).toEqual(['Connect your Google account again']);
  expect(names()).toEqual([]);
  await at.connect();
  await at.app.settle();
  expect(names().sort()).toEqual(['Ann', 'Bob', 'Cid']);
  expect(await at.sheet(id)).toMatchObject({ state: 'ok', waiting: 0 });
  expect(await told()).toEqual([]);
});

test('an account that was disconnected writes nothing more, and its leads wait for another', async () => {
  const { campaign, id } = await begun();
  await at.post('/google-sheets/revoke', at.a.owner);
  await at.leads(campaign, 'Ann');
  await at.app.settle();
  expect(await at.sheet(id)).toMatchObject({ state: 'revoked', waiting: 1 });
  expect((await at.post(`/google-sheets/sheets/${id}/reset`, at.a.owner)).status).toBe(409);
  at.google.person = 'other@google.example';
  await at.connect();
  await at.app.settle();
  expect(await at.sheet(id)).toMatchObject({ state: 'missing', waiting: 1 }); // a file of the other account
  expect((await at.post(`/google-sheets/sheets/${id}/reset`, at.a.owner)).body.message).toContain('created again');
  await at.app.settle();
  const files = [...at.google.sheets.files.values()];
  expect(files.map(({ owner }) => owner)).toEqual(['agency@google.example', 'other@google.example']);
  expect(files[1]!.tabs[0]!.rows.slice(1).map((row) => row[2])).toEqual(['Ann']);
});

describe('a spreadsheet that', () => {
  let head: FakeTab['rows'][number] = [];
  const gone: [what: string, remove: () => void, restore: () => void][] = [
    ['is in the bin', () => setTrashed(true), () => setTrashed(false)],
    [
      'lost its tab',
      () => void at.file.tabs.splice(0, 1, { sheetId: 77, title: 'Mine', frozen: 0, rows: [] }),
      () => void at.file.tabs.push({ sheetId: 1, title: 'Leads', frozen: 1, rows: [head] }),
    ],
  ];
  const setTrashed = (trashed: boolean): void => {
    for (const file of at.google.sheets.files.values()) file.trashed = trashed;
  };
  test.each(gone)('%s stops, is told of once, and goes on when it is restored', async (_, remove, restore) => {
    const { campaign, id } = await begun();
    head = at.tab().rows[0]!;
    remove();
    await at.leads(campaign, 'Ann');
    await at.app.settle();
    await at.leads(campaign, 'Bob');
    await at.app.settle();
    expect(await at.sheet(id)).toMatchObject({ state: 'missing', waiting: 2 });
    expect(await told()).toEqual([expect.stringMatching(/^Google spreadsheet stopped: Shop \(Client A1\) · /)]);
    expect(await subjects(at.a.owner)).toEqual(['The spreadsheet Shop (Client A1) has stopped']);
    restore();
    await check(id);
    expect(names().sort()).toEqual(['Ann', 'Bob']);
    expect(await at.sheet(id)).toMatchObject({ state: 'ok', waiting: 0 });
  });
  test('was deleted for good is made again with all leads', async () => {
    const { campaign, id } = await begun();
    await at.leads(campaign, 'Ann');
    await at.app.settle();
    at.google.sheets.files.clear();
    await at.leads(campaign, 'Bob');
    await at.app.settle();
    expect((await at.sheet(id))['state']).toBe('missing');
    await at.post(`/google-sheets/sheets/${id}/reset`, at.a.owner);
    await at.app.settle();
    expect(names().sort()).toEqual(['Ann', 'Bob']);
  });

  test('lost a column takes nothing in the wrong place, and says which', async () => {
    const { campaign, id } = await begun();
    const tab = at.tab();
    tab.rows = tab.rows.map((row) => row.filter((_, n) => n !== 4));
    await at.leads(campaign, 'Ann');
    await at.app.settle();
    expect(await at.sheet(id)).toMatchObject({ state: 'columns', note: 'E-mail', waiting: 1 });
    expect(await at.mailed()).toMatch(/The column (?:"|&#34;)E-mail(?:"|&#34;) is missing/);
    expect(at.tab().rows).toHaveLength(1);
    at.tab().rows[0]!.push('E-mail');
    await check(id);
    expect(at.column('E-mail')).toEqual(['Ann@example.com']);
    expect(names()).toEqual(['Ann']);
  });

  test('may not be written is left alone until somebody gives access back', async () => {
    const { campaign, id } = await begun();
    const denied = {
      status: 403,
      body: { error: { code: 403, message: 'The caller does not have permission', status: 'PERMISSION_DENIED' } },
    };
    at.google.mishap(/:batchUpdate/, denied, denied); // the library asks for a new token, and once more
    await at.leads(campaign, 'Ann');
    await at.app.settle();
    expect(await at.sheet(id)).toMatchObject({ state: 'denied', note: 'HTTP 403: The caller does not have permission' });
    await check(id);
    expect(names()).toEqual(['Ann']);
  });

  test('another campaign has goes on meanwhile', async () => {
    const { campaign } = await begun();
    at.file.trashed = true;
    const other = await at.campaign({ campaignName: 'Other' });
    await at.create(other);
    await at.leads(campaign, 'Ann');
    await at.leads(other, 'Bob');
    await at.app.settle();
    expect(names()).toEqual(['Bob']);
  });
});

describe('Google that is busy', () => {
  test.each([
    ['429', { status: 429, headers: { 'retry-after': '40' } }, 40],
    ['403 for its quota', { status: 403, body: { error: { errors: [{ reason: 'userRateLimitExceeded' }] } } }, 5],
    ['503', { status: 503 }, 5],
  ])('(%s) is left in peace as long as it asks, and every lead arrives once', async (_, mishap, seconds) => {
    const { campaign, id } = await begun();
    at.google.mishap(/:batchUpdate/, mishap, ...(mishap.status === 403 ? [mishap] : []));
    await at.leads(campaign, 'Ann');
    await at.app.settle();
    const { rows } = (await at.app.kernel.platform.raw(
      'select extract(epoch from rest_until - last_at)::float as rest from connector_google_sheets_account',
    )) as { rows: [{ rest: number }] };
    expect(rows[0].rest).toBeCloseTo(seconds, 0);
    at.google.calls.length = 0;
    await at.leads(campaign, 'Bob');
    await at.app.settle();
    expect(at.google.calls).toEqual([]);
    expect(await at.sheet(id)).toMatchObject({ state: 'ok', waiting: 2 });
    expect(await told()).toEqual([]);
    await at.rested();
    await at.app.settle();
    expect(names().sort()).toEqual(['Ann', 'Bob']);
  });

  test.each(['reset-before', 'reset-after'] as const)('and breaks the connection (%s) has each lead once', async (mishap) => {
    const { campaign } = await begun();
    at.google.mishap(/:batchUpdate/, mishap);
    await at.leads(campaign, 'Ann', 'Bob');
    await at.app.settle();
    await at.rested();
    await at.app.settle();
    expect(names().sort()).toEqual(['Ann', 'Bob']);
  });

  test.each([
    ['the file', /POST \/drive\/v3\/files$/],
    ['its tab', /:batchUpdate/],
  ])('and breaks off while it makes %s makes one', async (_, pattern) => {
    await at.connect();
    const campaign = await at.campaign();
    await at.leads(campaign, 'Ann');
    at.google.mishap(pattern, 'reset-after');
    const id = await at.create(campaign);
    await at.rested();
    await at.app.settle();
    expect(at.file.tabs).toHaveLength(1);
    expect(names()).toEqual(['Ann']);
    expect((await at.sheet(id))['state']).toBe('ok');
  });

  test('and lies about what it is keeps every lead', async () => {
    const { campaign, id } = await begun();
    at.google.mishap(
      /batchGetByDataFilter/,
      { status: 400, body: { error: null } },
      { status: 400, body: { error: { message: 7, errors: 'x', details: [null] } } },
    );
    await at.leads(campaign, 'Ann');
    await at.app.settle();
    expect(await at.sheet(id)).toMatchObject({ state: 'refused', waiting: 1 });
    await check(id);
    await check(id);
    expect(names()).toEqual(['Ann']);
  });
});

test('somebody who takes the batch’s name out of the spreadsheet stops nothing', async () => {
  const { campaign } = await begun();
  await at.leads(campaign, 'Ann');
  await at.app.settle();
  at.file.namedRanges.length = 0;
  await at.leads(campaign, 'Bob');
  await at.app.settle();
  expect(names()).toEqual(['Ann', 'Bob']);
  expect(at.file.namedRanges).toHaveLength(1);
});

test('leads that waited for three weeks are told of, after 30 days they are given up, and a reset brings them all', async () => {
  const { campaign, id } = await begun();
  at.file.trashed = true;
  await at.leads(campaign, 'Ann');
  await at.app.settle();
  const age = (days: number) => at.app.asOwner(`update connector_google_sheets_row set queued_at = now() - interval '${days} days'`);
  await age(22);
  await at.app.settle();
  expect(await at.sheet(id)).toMatchObject({ waiting: 1 });
  await age(24);
  await at.app.settle();
  expect(await subjects(at.a.owner)).toEqual(['The spreadsheet Shop (Client A1) has stopped', 'Leads for Shop (Client A1) expire soon']);
  await age(31);
  await at.app.settle();
  expect(await at.sheet(id)).toMatchObject({ waiting: 0 });
  expect((await at.history(id)).at(-1)).toBe('One lead waited for 30 days and was not added');
  await at.post(`/google-sheets/sheets/${id}/reset`, at.a.owner);
  await at.app.settle();
  expect(names()).toEqual(['Ann']);
});

test('tokens stand in no log, history, mail or answer', async () => {
  const { campaign, id } = await begun();
  const said = () => `token ${at.google.given.at(-1)!} and ${at.google.given.at(-2)!}`;
  const denied = { status: 403, body: { error: { message: said() } } };
  at.google.mishap(/:batchUpdate/, denied, denied);
  await at.leads(campaign, 'Ann');
  await at.app.settle();
  const shown = JSON.stringify([await at.sheet(id), await at.history(id), await at.mailed()]);
  expect(await at.sheet(id)).toMatchObject({ state: 'denied' });
  for (const table of ['connector_google_sheets_sheet', 'connector_google_sheets_event', 'core_audit', 'core_job_run']) {
    const text = shown + JSON.stringify(await at.app.kernel.platform(table).select());
    for (const token of at.google.given) expect(text).not.toContain(token);
  }
});
