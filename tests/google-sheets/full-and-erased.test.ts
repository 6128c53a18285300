import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { rowData } from '../../plugins/connectors/connector-google-sheets/person-data.ts';
import { type Campaign, SheetsStage } from './stage.ts';

/** What a spreadsheet cannot take goes on in another one, and people who are erased are taken out of all of them. */
let at: SheetsStage;
beforeAll(async () => {
  at = await SheetsStage.start();
});
afterAll(() => at?.close());
beforeEach(async () => {
  await at.clear();
  at.google.sheets.mostCells = 10_000_000;
});

const begun = async () => {
  await at.connect();
  const campaign = await at.campaign();
  return { campaign, id: await at.create(campaign) };
};
const send = async (campaign: Campaign, ...names: string[]) => {
  const leads = await at.leads(campaign, ...names);
  await at.app.settle();
  return leads;
};
const files = () => [...at.google.sheets.files.values()];
/** First names in each tab of each file. Leads of one batch are in the order of their ids, which are any here. */
const standing = () =>
  files().map(({ tabs }) =>
    tabs.map(({ rows: [head = [], ...rows] }) =>
      rows
        .map((row) => String(row[head.indexOf('First name')] ?? ''))
        .filter(Boolean)
        .toSorted(),
    ),
  );
const ids = () => {
  const [, ...rows] = at.tab().rows;
  return rows.map(([id]) => id);
};

describe('a spreadsheet that is full', () => {
  const filled = async () => {
    const { campaign, id } = await begun();
    await send(campaign, 'Ann', 'Bob');
    at.google.sheets.mostCells = 3 * 26;
    const [third] = await send(campaign, 'Cid');
    return { campaign, id, third: third! };
  };

  test('says so and what to do, keeps its leads, and goes on in another one with what waited, in order and once', async () => {
    const { campaign, id } = await filled();
    await send(campaign, 'Dan');
    expect(await at.sheet(id)).toMatchObject({
      state: 'full',
      written: 2,
      waiting: 2,
      note: expect.stringContaining('above the limit of 78 cells'),
    });
    expect(await at.mailed()).toContain('Google allows 10 million cells in one spreadsheet. Continue in a new one.');
    const { data } = (await at.app.call('GET', '/api/attention', at.a.owner)).body as {
      data: { id: string; text: string; remedy: object }[];
    };
    expect(data.find((item) => item.id === 'connector-google-sheets.stopped')).toMatchObject({
      text: expect.stringMatching(/^Shop \(Client A1\) · This spreadsheet is full: .* Continue in a new spreadsheet/),
      remedy: { address: `/integrations/google-sheets/${id}` },
    });
    expect((await at.post(`/google-sheets/sheets/${id}/continue`, at.a.owner)).body.message).toContain('continues in a new spreadsheet');
    await at.app.settle();
    expect(standing()).toEqual([[['Ann', 'Bob']], [['Cid', 'Dan']]]);
    expect(await at.sheet(id)).toMatchObject({ state: 'ok', written: 2, waiting: 0, url: expect.stringContaining(files()[1]!.id) });
    expect(files()[1]!.permissions.map(({ emailAddress }) => emailAddress)).toContain('desk@client.example');
    expect(await at.history(id)).toContain('Continued in a new spreadsheet');
  });

  test('is compared with the leads of its own alone: those in the full one are not written again', async () => {
    const { id } = await filled();
    await at.post(`/google-sheets/sheets/${id}/continue`, at.a.owner);
    await at.app.settle();
    await at.post(`/google-sheets/sheets/${id}/check`, at.a.owner);
    await at.app.settle();
    expect(standing()).toEqual([[['Ann', 'Bob']], [['Cid']]]);
  });

  test('goes on by itself in the old one once there is room again', async () => {
    const { id } = await filled();
    at.google.sheets.mostCells = 10_000_000;
    await at.post(`/google-sheets/sheets/${id}/check`, at.a.owner);
    await at.app.settle();
    expect(standing()).toEqual([[['Ann', 'Bob', 'Cid']]]);
  });

  test('may be continued by whoever may change it, and no other may', async () => {
    const { campaign, id } = await begun();
    await send(campaign, 'Ann');
    const go = (who = at.a.owner) => at.post(`/google-sheets/sheets/${id}/continue`, who);
    expect(await go()).toMatchObject({ status: 409, body: { detail: 'This spreadsheet is not full.' } });
    expect((await go(at.app.fixtures.b.owner)).status).toBe(404);
    expect((await go(at.a.clients[1]!.user)).status).toBe(404);
  });
});

describe('a person who is erased', () => {
  let request = 100;
  const erase = async (...leads: string[]): Promise<number> => {
    request += 1;
    await at.app.inside(at.a.tenant, 'connector-google-sheets', (ctx) => rowData.erase(ctx, { leads, emails: [], keys: [] }, request));
    await at.app.settle();
    return request;
  };
  const receipt = (which: number) =>
    at.app.inside(at.a.tenant, 'connector-google-sheets', async (ctx) =>
      (await rowData.elsewhere!(ctx, which)).map(({ name, state }) => [name, state]),
    );

  test('is taken out of the spreadsheet, and stays out when rows are compared', async () => {
    const { campaign, id } = await begun();
    const [, bob] = await send(campaign, 'Ann', 'Bob', 'Cid');
    const asked = await erase(bob!);
    expect(JSON.stringify(files()[0]!.tabs)).not.toContain('Bob');
    expect(standing()).toEqual([[['Ann', 'Cid']]]);
    expect(files()[0]!.attached.size).toBe(0);
    expect(await receipt(asked)).toEqual([['Shop (Client A1) (Google Sheets)', 'done']]);
    expect(await at.history(id)).toContain('The row of an erased person was removed');
    await at.post(`/google-sheets/sheets/${id}/check`, at.a.owner);
    await send(campaign, 'Dan');
    expect(standing()).toEqual([[['Ann', 'Cid', 'Dan']]]);
    expect(await at.sheet(id)).toMatchObject({ written: 3 });
    expect(await erase(bob!)).toBe(asked + 1);
    expect(await receipt(asked + 1)).toEqual([]);
  });

  test('is taken out of older tabs and of full spreadsheets too', async () => {
    const { campaign, id } = await begun();
    const [ann] = await send(campaign, 'Ann', 'Bob');
    await at.post(`/google-sheets/sheets/${id}/reset`, at.a.owner);
    await at.app.settle();
    at.google.sheets.mostCells = 6 * 26;
    await send(campaign, 'Cid');
    await at.post(`/google-sheets/sheets/${id}/continue`, at.a.owner);
    await at.app.settle();
    await erase(ann!);
    expect(standing()).toEqual([[['Bob'], ['Bob']], [['Cid']]]);
  });

  test('whose row moves in that moment is found where it went, and nobody else is harmed', async () => {
    const { campaign } = await begun();
    const [, bob] = await send(campaign, 'Ann', 'Bob', 'Cid');
    let moves = 0;
    at.google.onCall = async (call) => {
      // Somebody inserts a row above, after the ids were read and before anything is attached to a row.
      if (call.endsWith(':batchUpdate') && moves < 2 && files()[0]!.attached.size === 0) {
        moves += 1;
        at.tab().rows.splice(1, 0, ['mine']);
      }
    };
    await erase(bob!);
    at.google.onCall = null;
    const left = ids();
    expect(left).toHaveLength(5);
    expect(standing()).toEqual([[['Ann', 'Cid']]]);
    expect(left.filter((cell) => cell === 'mine')).toHaveLength(2);
  });

  test('is taken out once a spreadsheet that has stopped works again', async () => {
    const { campaign, id } = await begun();
    const [ann] = await send(campaign, 'Ann');
    files()[0]!.trashed = true;
    await send(campaign, 'Bob');
    const asked = await erase(ann!);
    expect(await receipt(asked)).toEqual([['Shop (Client A1) (Google Sheets)', 'waiting']]);
    files()[0]!.trashed = false;
    await at.post(`/google-sheets/sheets/${id}/check`, at.a.owner);
    await at.app.settle();
    expect(standing()).toEqual([[['Bob']]]);
    expect(await receipt(asked)).toEqual([['Shop (Client A1) (Google Sheets)', 'done']]);
  });

  test('is for people where the account was given up', async () => {
    const { campaign } = await begun();
    const [ann] = await send(campaign, 'Ann');
    await at.post('/google-sheets/revoke', at.a.owner);
    expect(await receipt(await erase(ann!))).toEqual([['Shop (Client A1) (Google Sheets)', 'open']]);
  });
});
