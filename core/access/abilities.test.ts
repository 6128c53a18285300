import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../testing/app.ts';
import { type Actor, definePlugin, type Rights } from '../contract.ts';
import { rightsOfType } from '../contract/areas.ts';
import { systemPrincipal, type Principal } from './principal.ts';

const garden = definePlugin({
  manifest: { id: 'garden', version: '1.0.0', core: '^1', level: 'agency', title: 'garden.title' },
  abilities: ({ can }, { tenant }) => void (tenant.kind === 'agency' && can('read', 'Garden')),
});

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp({ plugins: [garden] });
});
afterAll(() => app.close());

function owner(change: Partial<Principal> = {}): Principal {
  const { tenant, owner: person } = app.fixtures.a;
  const actor: Actor = { id: person.id, kind: 'user', userType: person.userType, isSystemUser: false, name: 'owner', email: person.email };
  return { ...systemPrincipal(tenant), actor, rights: rightsOfType(app.kernel.registry.areas, person.userType), ...change };
}
const abilities = () => app.kernel.abilities;

test('are made once for whoever asks again, with a session read anew', () => {
  expect(abilities().of(owner())).toBe(abilities().of(owner()));
});

test('are nobody’s to change', () => {
  expect(() =>
    abilities()
      .of(owner())
      .update([{ action: 'manage', subject: 'all' }]),
  ).toThrow('abilities of plugins alone');
  expect(abilities().of(owner()).can('manage', 'all')).toBe(false);
});

test('are others for another person, company, right or viewer', () => {
  const { actor, rights } = owner();
  const { id, ...viewer } = actor;
  const fewer: Rights = { ...rights, Settings: { ...rights.Settings, enable: false } };
  const others = [
    owner(),
    owner({ actor: { ...actor, id: id + 1 } }),
    owner({ tenant: app.fixtures.b.tenant }),
    owner({ rights: fewer }),
    owner({ viewedBy: { id: app.fixtures.operator.id, ...viewer, mayExport: false, until: new Date(0) } }),
  ].map((principal) => abilities().of(principal));
  expect(new Set(others).size).toBe(others.length);
});

test('end with the switch of a plugin, at once', async () => {
  const { tenant } = app.fixtures.a;
  const before = abilities().of(owner());
  expect(before.can('read', 'Garden')).toBe(true);
  await app.kernel.platform('core_switch').insert({ company_id: tenant.id, key: 'garden', is_on: false });
  await app.kernel.features.refresh(tenant.id);
  expect(abilities().of(owner()).can('read', 'Garden')).toBe(false);
});

test('of those who did not ask for long are forgotten', () => {
  const first = abilities().of(owner());
  const { actor } = owner();
  for (let n = 1; n <= 100; n += 1) abilities().of(owner({ actor: { ...actor, id: 1_000_000 + n } }));
  expect(abilities().of(owner())).not.toBe(first);
});
