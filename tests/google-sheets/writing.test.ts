import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { SheetsStage } from './stage.ts';

let at: SheetsStage;
beforeAll(async () => {
  at = await SheetsStage.start();
});
afterAll(() => at?.close());
beforeEach(() => at.clear());

describe('a spreadsheet', () => {
  test('is made for a campaign with the leads that it has, and takes every later one', async () => {
    await at.connect();
    const campaign = await at.campaign({ timezone: 'America/Chicago' });
    const before = await at.leads(campaign, 'Ann', 'Bob');
    await at.app.settle();
    const id = await at.create(campaign);
    expect(at.file.name).toBe('Shop (Client A1)');
    expect(at.tab()).toMatchObject({ frozen: 1 });
    expect(at.file.tabs).toHaveLength(1);
    expect(at.tab().rows[0]!.slice(0, 12)).toEqual([
      'Lead ID',
      'Created',
      'First name',
      'Last name',
      'E-mail',
      'Phone',
      'Address',
      'City',
      'State',
      'Zip code',
      'Company',
      'Page when recognized',
    ]);
    const [after] = await at.leads(campaign, 'Cid');
    await at.app.settle();
    expect(at.column('Lead ID').sort()).toEqual([...before, after].sort());
    expect(at.column('First name').sort()).toEqual(['Ann', 'Bob', 'Cid']);
    expect(at.column('Created')).toEqual(Array(3).fill('2026-11-01 10:30'));
    expect(await at.sheet(id)).toMatchObject({ state: 'ok', written: 3, waiting: 0, url: expect.stringContaining(at.file.id) });
    expect(await at.history(id)).toEqual([
      'Created',
      'Checked, all leads are there',
      'Shared with 2 people',
      '2 leads added',
      'One lead added',
    ]);
  });

  test('is one for each campaign, and nobody makes one without a Google account', async () => {
    const campaign = await at.campaign();
    const refused = await at.post('/google-sheets/sheets', at.a.owner, { campaign: campaign.id });
    expect([refused.status, refused.body.detail]).toEqual([409, 'Connect a Google account first.']);
    await at.connect();
    await at.create(campaign);
    expect((await at.post('/google-sheets/sheets', at.a.owner, { campaign: campaign.id })).status).toBe(409);
    await at.create(await at.campaign({ campaignName: 'Other' }));
    expect([...at.google.sheets.files.values()].map(({ name }) => name)).toEqual(['Shop (Client A1)', 'Other (Client A1)']);
  });

  test('is seen by its agency and client, and by nobody beside them', async () => {
    await at.connect();
    const campaign = await at.campaign();
    const id = await at.create(campaign);
    const { b, operator } = at.app.fixtures;
    for (const who of [at.a.owner, at.a.clients[0]!.user, operator]) expect((await at.sheet(id, who))['state']).toBe('ok');
    for (const stranger of [b.owner, b.clients[0]!.user, at.a.clients[1]!.user]) {
      for (const path of [`sheets/${id}`, `sheets/${id}/history`])
        expect((await at.app.call('GET', `/api/google-sheets/${path}`, stranger)).status).toBe(404);
      for (const path of [`/google-sheets/sheets/${id}/check`, `/google-sheets/sheets/${id}/reset`])
        expect((await at.post(path, stranger)).status).toBe(404);
      expect((await at.post('/leadspeek/client/resendgooglelink', stranger, { leadspeekID: campaign.id })).status).toBe(404);
      expect((await at.post('/google-sheets/sheets', stranger, { campaign: campaign.id })).status).toBe(404);
      expect((await at.app.call('GET', '/api/google-sheets/sheets', stranger)).body.total).toBe(0);
    }
    expect(await at.history(id)).not.toContain('Started again with all leads');
  });

  test('is made by itself for a campaign whose reports are to be one', async () => {
    const campaign = await at.campaign({ reportType: 'GoogleSheet' });
    await at.app.kernel.platform('campaigns_campaign').where({ id: campaign.id }).update({ status: 'active' });
    const isMissing = async () =>
      ((await at.app.call('GET', '/api/attention', at.a.owner)).body.data as { title: string }[]).some(
        ({ title }) => title === 'No Google account',
      );
    expect(await isMissing()).toBe(true);
    const [id] = await at.leads(campaign, 'Ann');
    await at.app.settle();
    expect(at.google.sheets.files.size).toBe(0);
    await at.connect();
    await at.leads(campaign, 'Bob');
    await at.app.settle();
    expect(at.column('First name').sort()).toEqual(['Ann', 'Bob']);
    expect(at.column('Lead ID')).toContain(id);
    expect(await isMissing()).toBe(false);
  });

  test('is in the client’s own Google account where it has one', async () => {
    await at.connect();
    at.google.person = 'client@google.example';
    await at.connect(at.a.clients[0]!.user);
    await at.create(await at.campaign());
    expect(at.file.owner).toBe('client@google.example');
  });

  test('takes text as text, whatever it begins with', async () => {
    await at.connect();
    const campaign = await at.campaign();
    await at.create(campaign);
    const names = ['=HYPERLINK("https://evil.example")', '+1+1', '-2', '@SUM(A1)', "'=1"];
    await at.leads(campaign, ...names);
    await at.app.settle();
    expect(at.column('First name').sort()).toEqual(names.sort());
  });

  test('shows a client no phone number that its agency keeps from it', async () => {
    await at.connect();
    const campaign = await at.campaign({ clientHidePhone: 'T' });
    await at.create(campaign);
    const leadIds = await at.storedLeads(campaign, 'Ann');
    await at.app.asOwner(`update leads_lead set phone = '+13125550100' where campaign_id = ${campaign.id}`);
    await at.announce(campaign, leadIds);
    await at.app.settle();
    expect(at.column('Phone')).toEqual([null]);
  });

  test('finds its columns where people moved them, and leaves theirs alone', async () => {
    await at.connect();
    const campaign = await at.campaign();
    await at.create(campaign);
    await at.leads(campaign, 'Ann');
    await at.app.settle();
    const tab = at.tab();
    tab.rows = tab.rows.map((row, n) => [n === 0 ? 'Notes' : 'called', ...row.toReversed()]);
    await at.leads(campaign, 'Bob');
    await at.app.settle();
    expect(at.column('First name')).toEqual(['Ann', 'Bob']);
    expect(at.column('Notes')).toEqual(['called', null]);
  });
});

describe('who may read and edit it', () => {
  const roles = () => Object.fromEntries(at.file.permissions.map(({ emailAddress, role }) => [emailAddress, role]));
  const edit = (editorspreadsheet: boolean) => {
    const { id: ClientID, email: ClientEmail } = at.a.clients[0]!.user;
    const body = {
      ClientID,
      ClientCompanyName: 'Client A1',
      ClientFullName: 'Cleo Client',
      ClientEmail,
      ClientPhone: '3125550123',
      editorspreadsheet,
    };
    return at.app.call('PUT', '/api/configuration/user/update', at.a.owner, { body });
  };

  test('its client’s owner and those whom the campaign’s reports go to; recipients who are taken out are let out', async () => {
    at.google.sheets.outsiders.add('mail@only.example');
    await at.connect();
    const campaign = await at.campaign({ reportSentTo: 'desk@client.example,mail@only.example' });
    await at.create(campaign);
    const owner = at.a.clients[0]!.user.email;
    expect(roles()).toEqual({ [owner]: 'reader', 'desk@client.example': 'reader', 'mail@only.example': 'reader' });
    expect(at.file.permissions.filter(({ mailed }) => mailed).map((p) => p.emailAddress)).toEqual(['mail@only.example']);
    at.file.permissions.push({ id: 'own', type: 'user', emailAddress: 'friend@else.example', role: 'writer', mailed: false });
    await at.app.call('PUT', '/api/leadspeek/client/update', at.a.owner, {
      body: { leadspeekID: campaign.id, reportSentTo: 'new@client.example' },
    });
    await at.app.settle();
    expect(roles()).toEqual({ [owner]: 'reader', 'new@client.example': 'reader', 'friend@else.example': 'writer' });
  });

  test('editors where the agency lets the client edit', async () => {
    await at.connect();
    const campaign = await at.campaign();
    const id = await at.create(campaign);
    try {
      const answer = await edit(true);
      expect(answer.status, answer.text).toBe(200);
      await at.post(`/google-sheets/sheets/${id}/check`, at.a.owner);
      await at.app.settle();
      expect(new Set(Object.values(roles()))).toEqual(new Set(['writer']));
    } finally {
      await edit(false);
    }
  });

  test('an address that Google does not take keeps nobody else out, and is told of', async () => {
    await at.connect();
    const campaign = await at.campaign();
    // Whoever hears of the campaign late shares its spreadsheet once more, and then the address is taken.
    await at.app.settle();
    at.google.mishap(
      /POST .*permissions/,
      { status: 400, body: { error: { message: 'no' } } },
      { status: 400, body: { error: { message: 'No such user' } } },
    );
    const id = await at.create(campaign);
    expect(Object.keys(roles())).toEqual(['desk@client.example']);
    expect(await at.history(id)).toContain('Could not be shared');
    expect((await at.sheet(id))['state']).toBe('ok');
  });

  test('are mailed its address', async () => {
    await at.connect();
    const campaign = await at.campaign();
    await at.create(campaign);
    at.file.permissions.length = 0;
    const answer = await at.post('/leadspeek/client/resendgooglelink', at.a.owner, { leadspeekID: campaign.id });
    expect(answer.body).toEqual({ result: 'success', message: 'The link was sent to 2 people.' });
    await at.app.settle();
    const mails = (await at.mails()).filter(({ subject }) => subject === 'Your leads of Shop');
    expect(mails.map(({ recipient }) => recipient).sort()).toEqual([at.a.clients[0]!.user.email, 'desk@client.example'].sort());
    expect(await at.mailed()).toContain(`https://docs.google.com/spreadsheets/d/${at.file.id}/edit`);
    expect(at.file.permissions).toHaveLength(2); // whoever lost access has it back
    expect((await at.post('/leadspeek/client/resendgooglelink', at.a.owner, {})).status).toBe(422);
  });
});

describe('rows', () => {
  const check = async (id: number) => {
    expect((await at.post(`/google-sheets/sheets/${id}/check`, at.a.owner)).status).toBe(200);
    await at.app.settle();
  };
  const begun = async (...names: string[]) => {
    await at.connect();
    const campaign = await at.campaign();
    const id = await at.create(campaign);
    await at.leads(campaign, ...names);
    await at.app.settle();
    return { id, campaign };
  };

  test('that are missing are written again, and those that were moved are not', async () => {
    const { id } = await begun('Ann', 'Bob', 'Cid', 'Dee');
    const tab = at.tab();
    const [head, ...rows] = tab.rows;
    const lost = rows.pop()!;
    tab.rows = [head!, ...rows.toReversed()];
    await check(id);
    expect(at.column('Lead ID')).toHaveLength(4);
    expect(at.column('Lead ID').at(-1)).toBe(lost[0]);
    expect((await at.history(id)).slice(-2)).toEqual(['One missing lead is added again', 'One lead added']);
    expect(await at.sheet(id)).toMatchObject({ written: 4, waiting: 0 });
    await check(id);
    expect((await at.history(id)).at(-1)).toBe('Checked, all leads are there');
  });

  test('are compared every day by themselves', async () => {
    const { id } = await begun('Ann');
    at.tab().rows.pop();
    await at.app.settle();
    expect(at.column('Lead ID')).toHaveLength(0);
    await at.app.asOwner(
      `update connector_google_sheets_sheet set look_at = now(), due_at = now() where id = ${id} and look_at > now() + interval '23 hours'`,
    );
    await at.app.settle();
    expect(at.column('Lead ID')).toHaveLength(1);
  });

  test('that were copied as a whole are taken away, and copies with somebody’s notes are not', async () => {
    const { id } = await begun('Ann', 'Bob');
    const tab = at.tab();
    const [, copied, noted] = tab.rows;
    tab.rows.push([...copied!], Object.assign([...noted!], { 25: 'my notes' }));
    await check(id);
    expect(
      at
        .tab()
        .rows.slice(1)
        .map(([key]) => key),
    ).toEqual([copied![0], noted![0], noted![0]]);
  });

  test('are written anew into another tab, and the old one stays', async () => {
    const { id, campaign } = await begun('Ann', 'Bob');
    expect((await at.post(`/google-sheets/sheets/${id}/reset`, at.a.owner)).body.message).toContain('new tab');
    await at.leads(campaign, 'Cid');
    await at.app.settle();
    expect(at.file.tabs.map(({ title }) => title)).toEqual(['Leads 2', 'Leads']);
    expect(at.column('First name').sort()).toEqual(['Ann', 'Bob']);
    expect(at.column('First name', 'Leads 2').sort()).toEqual(['Ann', 'Bob', 'Cid']);
    expect(await at.sheet(id)).toMatchObject({ state: 'ok', written: 3, waiting: 0 });
  });

  test('of leads that were erased before they were written are not', async () => {
    const { id, campaign } = await begun();
    const leadIds = await at.storedLeads(campaign, 'Ann', 'Bob');
    await at.app.asOwner(`delete from leads_lead where campaign_id = ${campaign.id} and first_name = 'Ann'`);
    await at.announce(campaign, leadIds);
    await at.app.settle();
    expect(at.column('First name')).toEqual(['Bob']);
    expect(await at.sheet(id)).toMatchObject({ written: 1, waiting: 0 });
  });
});
