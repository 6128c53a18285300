import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../../core/testing/app.ts';
import { addPerson, type Person } from '../../core/testing/fixtures.ts';
import kiosk from '../support/kiosk/index.ts';

const MODULE = '/api/configuration/role-module';
const opened = { enable: true, create: false, update: true, delete: false };
let app: TestApp;
let ann: Person;
beforeAll(async () => {
  app = await startTestApp({ plugins: [kiosk], config: { roles: ['web'] } });
  ann = await addPerson(app.kernel, app.fixtures.a.tenant, 'administrator', 'ann@agency-a.example');
});
afterAll(() => app.close());

const open = async (as: Person): Promise<number> => (await app.call('POST', '/api/kiosk', as)).status;
const roleWith = async (roledata: object, roleName: string): Promise<number> => {
  const made = await app.call('POST', `${MODULE}/create`, app.fixtures.a.owner, { body: { roleName, roledata } });
  expect(made.status, made.text).toBe(200);
  return made.body.roleID;
};
const give = async (roleID: number): Promise<void> =>
  expect((await app.call('PUT', `/api/roles/people/${ann.id}`, app.fixtures.a.owner, { body: { roleID } })).status).toBe(200);

test('where nothing is stored everybody has what the area gives their user type', async () => {
  const { a } = app.fixtures;
  expect(await open(a.owner)).toBe(200);
  expect(await open(ann)).toBe(200);
  expect(await open(a.clients[0]!.user)).toBe(403);
});

test('a role that says nothing of the area closes it, and one that grants it opens it', async () => {
  await give(await roleWith({ Settings: { enable: true } }, 'Without'));
  expect(await open(ann)).toBe(403);
  await give(await roleWith({ Kiosk: opened }, 'With'));
  expect(await open(ann)).toBe(200);
  const roles = (await app.call('GET', `${MODULE}?companyID=${app.fixtures.a.tenant.id}`, app.fixtures.a.owner)).body.data;
  expect(roles.map((role: { roledata: { Kiosk: object } }) => role.roledata.Kiosk)).toEqual([
    opened,
    { enable: false, create: false, update: false, delete: false },
  ]);
});

test('the role editor shows it by its title, in its place, with what it grants', async () => {
  const { body } = await app.call('GET', '/api/ui/forms/roles.add', app.fixtures.a.owner);
  const fields = Object.keys(body.schema.properties);
  expect(fields.filter((field) => field.endsWith('_enable'))).toEqual([
    'AdsDesign_enable',
    'Campaign_enable',
    'LeadsPeek_enable',
    'Kiosk_enable',
    'Privacy_enable',
    'Settings_enable',
    'Developer_enable',
  ]);
  expect(fields.filter((field) => field.startsWith('Kiosk_'))).toEqual(['Kiosk_enable', 'Kiosk_update']);
  expect(body.ui.Kiosk_update.group).toBe('Kiosks');
});

test('nobody gives a right in it that they do not have', async () => {
  await give(await roleWith({ Settings: { enable: true, create: true } }, 'Makers'));
  const made = await app.call('POST', `${MODULE}/create`, ann, { body: { roleName: 'Mine', roledata: { Kiosk: opened } } });
  expect([made.status, made.body.detail ?? made.body.message ?? made.text]).toEqual([403, expect.stringContaining('Kiosks: Update')]);
});

test('a grant that the area does not have is stored by nobody', async () => {
  const id = await roleWith({ Kiosk: { enable: true, delete: true } }, 'Too much');
  expect((await app.kernel.platform('roles_role').where({ id }).first('rights')).rights.Kiosk).toEqual({ ...opened, update: false });
});

test('an operator who looks through an account has in it what the area says', async () => {
  const { operator, a } = app.fixtures;
  const look = await app.kernel.sessions.open({
    accountId: a.owner.id,
    ip: '127.0.0.1',
    agent: 'test',
    aal: 1,
    aalNeeded: 1,
    viewedBy: operator.id,
  });
  const session = (await app.kernel.sessions.find(look))!;
  expect([session.rights['Kiosk']!.enable, session.rights.LeadsPeek.update, session.rights.Settings.update]).toEqual([false, true, false]);
});
