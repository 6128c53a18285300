import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { conformance } from '../../../core/testing/conformance.ts';
import { type Answer, startTestApp, type TestApp } from '../../../core/testing/app.ts';
import type { Person } from '../../../core/testing/fixtures.ts';
import { Accounts } from '../../foundation/accounts/contract.ts';
import { eraseProfiles } from './erasure.ts';
import plugin from './index.ts';

conformance(plugin);

let app: TestApp;
let owner: Person;
let client: Person;
beforeAll(async () => {
  app = await startTestApp();
  owner = app.fixtures.a.owner;
  client = app.fixtures.a.clients[0]!.user;
});
afterAll(() => app.close());

const person = (more: object = {}) => ({
  name: 'Olga Owner',
  email: owner.email,
  phonenum: '(312) 555-0123',
  phone_country_code: 'US',
  address: '1 Main Street',
  city: 'Chicago',
  zip: '60601',
  state_code: 'IL',
  country_code: 'US',
  ...more,
});
const company = (more: object = {}) => ({ company_name: 'Agency A', industry_id: '1', company_address: '1 Main Street', ...more });
const savePerson = (who: Person, more: object = {}) => app.call('PUT', '/api/profile/person', who, { body: person(more) });
const saveCompany = (who: Person, more: object = {}) => app.call('PUT', '/api/profile/company', who, { body: company(more) });
const me = async (who: Person): Promise<any> => (await app.call('GET', '/api/user', who)).body;
const faultsOf = (answer: Answer): string[] => answer.body.errors.map((e: { field: string }) => e.field);

/** Form data as a browser sends it, with or without a picture. */
async function form(path: string, who: Person, fields: Record<string, string>, picture?: Buffer): Promise<Answer> {
  const data = new FormData();
  for (const [name, value] of Object.entries(fields)) data.append(name, value);
  if (picture) data.append('file', new Blob([Uint8Array.from(picture)]), 'me.png');
  const response = await fetch(app.url + path, {
    method: 'POST',
    headers: { authorization: `Bearer ${await app.tokenOf(who)}` },
    body: data,
  });
  const text = await response.text();
  return { status: response.status, headers: response.headers, text, body: JSON.parse(text) };
}

describe('the profile', () => {
  test('is kept, in its international form, and answered by GET /user', async () => {
    expect((await savePerson(owner)).body).toMatchObject({ result: 'success' });
    expect(await me(owner)).toMatchObject({
      name: 'Olga Owner',
      phonenum: '+13125550123',
      phone_country_code: 'US',
      phone_country_calling_code: '+1',
      address: '1 Main Street',
      city: 'Chicago',
      zip: '60601',
      state_code: 'IL',
      country_code: 'US',
      profile_setup_completed: 'T',
      accountconnected: 'completed',
    });
    expect((await app.call('GET', '/api/profile/person', owner)).body).toMatchObject({ phonenum: '+13125550123', zip: '60601' });
  });

  test.for([
    [{ zip: '6060' }, 'zip'],
    [{ zip: '90210' }, 'zip'],
    [{ state_code: 'ZZ' }, 'state_code'],
    [{ phonenum: '12' }, 'phonenum'],
    [{ phone_country_code: 'XX' }, 'phonenum'],
    [{ country_code: 'XX' }, 'country_code'],
    [{ name: 'A\u202Ebc' }, 'name'],
  ] as const)('refuses %o on its field and changes nothing', async ([wrong, field]) => {
    const before = await me(owner);
    const answer = await savePerson(owner, wrong);
    expect([answer.status, ...faultsOf(answer)]).toEqual([422, field]);
    expect(await me(owner)).toEqual(before);
  });

  test('takes other countries as they are', async () => {
    expect(
      (await savePerson(client, { email: client.email, country_code: 'DE', zip: '10115', state_code: '', city: 'Berlin' })).status,
    ).toBe(200);
    expect(await me(client)).toMatchObject({ country_code: 'DE', zip: '10115' });
  });

  test("step 1 says 'error_email' for an address that somebody of one's own agency has", async () => {
    const answer = await form('/api/user/update', owner, { step: '1', name: 'Olga Owner', email: app.fixtures.a.admin.email });
    expect(answer.status).toBe(422);
    expect(answer.body).toMatchObject({ result: 'error_email', message: expect.stringMatching(/e-mail/i) });
    expect(faultsOf(answer)).toEqual(['email']);
  });

  test('another e-mail address waits for its mailbox, and the answer says so', async () => {
    const answer = await savePerson(owner, { email: 'new-owner@test.example' });
    expect(answer.body.message).toContain('new-owner@test.example');
    expect(await me(owner)).toMatchObject({ email: owner.email });
  });
});

describe('the company', () => {
  test('keeps its contacts, forgets those that do not exist, and names its industry', async () => {
    const contacts = { teammanager: 'T', teamfn: 'Tim', teamemail: 'tim@team.example', teamphone: '312 555 0199', directorfn: 'Nobody' };
    expect((await saveCompany(owner, contacts)).status).toBe(200);
    expect(await me(owner)).toMatchObject({
      industry_id: 1,
      industry_name: 'Advertising and marketing',
      company_address: '1 Main Street',
      teamfn: 'Tim',
      teamphone: '+13125550199',
      directorfn: '',
      franchize: 'F',
    });
  });

  test('is read back as it was saved', async () => {
    const saved = {
      company_phone: '(312) 555-0188',
      company_email: 'Office@Agency-A.example',
      company_city: 'Springfield',
      company_zip: '62701',
      company_state_code: 'IL',
      company_country_code: 'US',
      officemanager: 'T',
      managerfn: 'Mona',
      managerln: 'Moss',
      manageremail: 'mona@agency-a.example',
      managerphone: '312 555 0177',
    };
    expect((await saveCompany(owner, saved)).status).toBe(200);
    const seen = await me(owner);
    expect({ ...seen, company_email: seen.company_email.toLowerCase() }).toMatchObject({
      ...saved,
      company_phone: '+13125550188',
      company_email: 'office@agency-a.example',
      managerphone: '+13125550177',
    });
    await saveCompany(owner, { officemanager: 'F', managerfn: 'Mona' });
    expect(await me(owner)).toMatchObject({ officemanager: 'F', managerfn: '', managerphone: '' });
  });

  test('refuses what makes no sense on its field', async () => {
    expect(faultsOf(await saveCompany(owner, { industry_id: '77' }))).toContain('industry_id');
    expect(faultsOf(await saveCompany(owner, { industry_id: '99' }))).toEqual(['industry_name']);
    expect(faultsOf(await saveCompany(owner, { company_email: 'nobody' }))).toEqual(['company_email']);
    expect(faultsOf(await saveCompany(owner, { company_zip: '1', company_state_code: 'IL' }))).toEqual(['company_zip']);
    expect(faultsOf(await saveCompany(owner, { teammanager: 'T', teamphone: '1' }))).toEqual(['teamphone']);
  });

  test('is renamed by its own people, never by sales people', async () => {
    expect((await saveCompany(client, { company_name: 'Harbor Coffee' })).status).toBe(200);
    expect((await me(client)).company_name).toBe('Harbor Coffee');
    expect((await saveCompany(app.fixtures.sales)).status).toBe(403);
  });
});

describe('POST /user/update', () => {
  test('takes both steps as form data, and as JSON', async () => {
    expect((await form('/api/user/update', owner, { step: '1', name: 'Form Data', email: owner.email, zip: '60602' })).status).toBe(200);
    expect((await form('/api/user/update', owner, { step: '2', ...company({ industry_id: '5' }) })).status).toBe(200);
    const json = { step: 1, usrID: owner.id, name: 'Jason', email: owner.email };
    expect((await app.call('POST', '/api/user/update', owner, { body: json })).status).toBe(200);
    expect(await me(owner)).toMatchObject({ name: 'Jason', industry_id: 5 });
  });

  test('refuses another person, a step that there is not and one that lacks its fields', async () => {
    const send = (body: object) => app.call('POST', '/api/user/update', owner, { body });
    expect((await send({ step: 1, usrID: client.id, name: 'x', email: owner.email })).status).toBe(404);
    expect((await send({ step: 3, name: 'x', email: owner.email })).status).toBe(422);
    expect(faultsOf(await send({ step: 1, name: 'x' }))).toEqual(['email']);
    expect(faultsOf(await send({ step: 2 }))).toEqual(['company_name']);
  });
});

describe('the picture', () => {
  const square = (width: number, height: number) =>
    sharp({ create: { width, height, channels: 3, background: '#3b5bdb' } })
      .withMetadata({ exif: { IFD0: { Copyright: 'secret place' } } })
      .png()
      .toBuffer();

  test('is written anew as WebP and shown at an address of its own', async () => {
    const { status, body } = await form('/api/user/picture', owner, {}, await square(640, 200));
    expect(status).toBe(200);
    expect((await me(owner)).profile_pict).toBe(body.profile_pict);
    const headers = { authorization: `Bearer ${await app.tokenOf(owner)}` };
    const shown = await fetch(app.url + body.profile_pict, { headers });
    expect(shown.headers.get('content-type')).toBe('image/webp');
    expect(shown.headers.get('content-disposition')).toMatch(/^inline/);
    const bytes = Buffer.from(await shown.arrayBuffer());
    expect(await sharp(bytes).metadata()).toMatchObject({ format: 'webp', width: 256, height: 256 });
    expect(bytes.includes('secret place')).toBe(false);
    const again = await form('/api/user/update', owner, { step: '1', name: 'Olga', email: owner.email }, await square(10, 10));
    expect(again.body.profile_pict).not.toBe(body.profile_pict);
  });

  test('is nothing but a picture', async () => {
    const before = (await me(owner)).profile_pict;
    const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>');
    const png = await square(20, 20);
    for (const wrong of [svg, Buffer.from('hello'), png.subarray(0, 60)]) {
      const answer = await form('/api/user/picture', owner, {}, wrong);
      expect([answer.status, ...faultsOf(answer)]).toEqual([422, 'picture']);
    }
    expect((await me(owner)).profile_pict).toBe(before);
  });

  test('is shown to whoever may see the person, to nobody else', async () => {
    const path = (await me(owner)).profile_pict;
    const seenBy = async (who: Person | null) => (await app.call('GET', path, who)).status;
    const { fixtures } = app;
    expect([await seenBy(fixtures.a.admin), await seenBy(fixtures.operator)]).toEqual([200, 200]);
    expect([await seenBy(fixtures.b.owner), await seenBy(client), await seenBy(null)]).toEqual([404, 404, 401]);
  });
});

describe('the set-up', () => {
  const newcomer = async (): Promise<Person> => {
    const { tenant } = app.fixtures.a.clients[1]!;
    const email = 'pat@pier.example';
    const { id } = await app.inside(tenant, 'profile', (ctx) =>
      ctx.use(Accounts).create({ company: tenant, email, name: 'Pat Pier', userType: 'client' }),
    );
    await app.settle();
    return { id, email, userType: 'client', tenant };
  };

  test('begins with an account, leads to its steps and ends when they are done', async () => {
    const pat = await newcomer();
    expect((await me(pat)).profile_setup_completed).toBe('F');
    const home = async () => (await app.call('GET', '/api/ui/bootstrap', pat)).body.home;
    expect(await home()).toBe('/user/profile-setup');
    const check = (step: string) => app.call('GET', `/api/profile/setup/${step}`, pat).then((r) => r.status);
    const finish = () => app.call('PUT', '/api/leadspeek/user/setupcomplete', pat, { body: { usrID: pat.id } });
    expect([await check('person'), await check('company'), (await finish()).status]).toEqual([409, 409, 409]);
    await savePerson(pat, { email: pat.email });
    await saveCompany(pat, { company_name: 'Pier Bakery' });
    const onboarding = await app.call('GET', `/api/user/onboarding-status/${pat.id}`, pat);
    expect(onboarding.body).toMatchObject({ onboarding_status: 'F', step: 1 });
    expect([await check('person'), await check('company'), (await finish()).status]).toEqual([200, 200, 200]);
    expect(await me(pat)).toMatchObject({ profile_setup_completed: 'T', setupcomplete: 'T' });
    expect(await home()).toBe('/siteid/dashboard');
  });

  test('answers the whole of GET /user/checksetupcomplete/{id}, for oneself alone', async () => {
    const { status, body } = await app.call('GET', `/api/user/checksetupcomplete/${client.id}`, client);
    expect(status).toBe(200);
    expect(body).toMatchObject({
      setupcomplete: 'T',
      accessmodule: '',
      fcampid: '',
      finamt: '',
      isBeta: false,
      betaFeature: { data_wallet: { slug: 'data_wallet', is_beta: 'T', apply_to_all_agency: 'F', status: 'F' } },
      paymentStatusFailed: false,
      clientsidebar: [
        { type: 'local', name: 'Site ID', url: 'siteid' },
        { type: 'locator', name: 'Search ID', url: 'searchid' },
      ],
      rootsidemenu: expect.any(Array),
      sidemenu: expect.any(Array),
    });
    for (const path of ['checksetupcomplete', 'onboarding-status'])
      for (const other of [owner.id, app.fixtures.b.owner.id, 2_000_000_000])
        expect((await app.call('GET', `/api/user/${path}/${other}`, client)).status).toBe(404);
    expect((await app.call('PUT', '/api/leadspeek/user/setupcomplete', client, { body: { usrID: owner.id } })).status).toBe(404);
  });
});

describe('the questionnaire', () => {
  const answers = { goal: 'resell', business: 'software', clients: '11-50', channels: ['search', 'email'], crm: 'Our own' };

  test('keeps each answer with the version of its questions', async () => {
    const { admin } = app.fixtures.b;
    expect((await app.call('POST', '/api/user/questionnaire', admin, { body: answers })).status).toBe(200);
    expect(await me(admin)).toMatchObject({ questionnaire_setup_completed: 'T' });
    const { data } = (await app.call('GET', '/api/user/questionnaire/answers', admin)).body;
    expect(data).toMatchObject([{ version: 1, summary: 'Resell leads to my clients' }]);
    const detail = await app.call('GET', `/api/user/questionnaire/answers/${data[0].id}`, admin);
    expect(detail.body.data).toContainEqual({ question: 'Where do your leads come from today?', answer: 'Search, E-mail' });
    expect((await app.call('GET', `/api/user/questionnaire/answers/${data[0].id}`, app.fixtures.b.owner)).status).toBe(404);
    expect((await app.call('GET', '/api/user/questionnaire/latest', admin)).body).toMatchObject(answers);
  });

  test('is not for clients, and refuses what no question asks', async () => {
    expect((await app.call('POST', '/api/user/questionnaire', client, { body: answers })).status).toBe(403);
    expect((await app.call('POST', '/api/user/questionnaire', owner, { body: { ...answers, goal: 'gold' } })).status).toBe(422);
    expect((await app.call('POST', '/api/user/questionnaire', owner, { body: { ...answers, wish: 'x' } })).status).toBe(422);
  });
});

describe('the support link', () => {
  test('is set by operators and shown to agency owners', async () => {
    const entry = async (who: Person) =>
      (await app.call('GET', '/api/ui/bootstrap', who)).body.profileMenu.find((m: { id: string }) => m.id === 'profile.support-entry');
    expect(await entry(owner)).toBeUndefined();
    const set = (who: Person, address: string) => app.call('PUT', '/api/profile/support', who, { body: { address } });
    expect((await set(owner, 'https://help.example')).status).toBe(403);
    expect((await set(app.fixtures.operator, 'javascript:alert(1)')).status).toBe(422);
    expect((await set(app.fixtures.operator, 'https://help.example')).status).toBe(200);
    expect(await entry(owner)).toMatchObject({ path: null, href: 'https://help.example' });
    expect(await entry(client)).toBeUndefined();
  });
});

test('what a removed company said of itself is erased, and nothing of its neighbour', async () => {
  const { b, root } = app.fixtures;
  for (const { tenant, user } of b.clients) {
    await savePerson(user, { email: user.email });
    await saveCompany(user, { company_name: tenant.name });
  }
  const [gone, left] = b.clients.map((c) => c.tenant.id) as [number, number];
  await app.inside(root, 'profile', (ctx) => eraseProfiles(ctx, gone));
  const rows = (company_id: number) =>
    Promise.all(['profile_person', 'profile_company'].map(async (t) => (await app.kernel.platform(t).where({ company_id })).length));
  expect([await rows(gone), await rows(left)]).toEqual([
    [0, 0],
    [1, 1],
  ]);
});
