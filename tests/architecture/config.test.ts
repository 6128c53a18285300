import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { DEMO_SECRET, derivedKey, loadConfig } from '../../config/default.ts';
import { INSTALLED } from '../../config/plugins.ts';
import { CORE_VERSION } from '../../core/boot/order.ts';

const good = { NODE_ENV: 'production', DATABASE_URL: 'postgres://db', APP_SECRET: 'a'.repeat(32) };

describe('production', () => {
  test('starts with a database and a secret of its own', () =>
    expect(loadConfig(good)).toMatchObject({ environment: 'production', demo: false, shopPort: 0, egressAllow: [] }));

  test.for([
    [{ APP_SECRET: undefined }, 'APP_SECRET is not set'],
    [{ APP_SECRET: DEMO_SECRET }, 'the demo secret'],
    [{ APP_SECRET: 'a'.repeat(31) }, 'shorter than 32'],
    [{ APP_SECRET: '' }, 'shorter than 32'],
    [{ DATABASE_URL: undefined }, 'DATABASE_URL is not set'],
    [{ DEMO: 'true' }, 'DEMO is on'],
    [{ EGRESS_ALLOW: 'localhost:1' }, 'EGRESS_ALLOW opens'],
    [{ SHOP_PORT: '3001' }, 'EGRESS_ALLOW opens'],
    [{ STAND_INS: 'api.crm.example=localhost:1' }, 'STAND_INS answers'],
  ] as const)('refuses %j', ([change, why]) => expect(() => loadConfig({ ...good, ...change })).toThrow(why));

  test('names everything that is wrong at once', () => {
    expect(() => loadConfig({ NODE_ENV: 'production', DEMO: 'true' })).toThrow(
      /^Refusing to start in production: DATABASE_URL.*; APP_SECRET.*; DEMO is on\.$/,
    );
  });
});

describe('a captcha service', () => {
  const captcha = { CAPTCHA_SECRET: 'secret', CAPTCHA_SITE_KEY: 'key' };
  test('is asked with the usual script unless told otherwise', () =>
    expect(loadConfig(captcha).captchaScript).toBe('https://www.google.com/recaptcha/api.js'));
  test.for([
    [{ CAPTCHA_SECRET: 'secret' }, 'CAPTCHA_SITE_KEY'],
    [{ ...captcha, CAPTCHA_SCRIPT: 'nowhere' }, 'CAPTCHA_SCRIPT'],
    [{ ...captcha, CAPTCHA_SCRIPT: 'data:text/javascript,1' }, 'CAPTCHA_SCRIPT'],
    [{ ...good, ...captcha, CAPTCHA_SCRIPT: 'http://captcha.example/api.js' }, 'CAPTCHA_SCRIPT'],
  ] as const)('that could not draw its puzzle stops the start: %j', ([env, why]) => expect(() => loadConfig(env)).toThrow(why));
});

describe('plugins', () => {
  test('are those of config/plugins.ts and the packages that PLUGINS names, each once', () => {
    expect(loadConfig({}).plugins).toEqual(INSTALLED);
    expect(loadConfig({ PLUGINS: ' acme-crm, @acme/notes,wallet,' }).plugins).toEqual([...INSTALLED, 'acme-crm', '@acme/notes']);
  });
  test.for(['../elsewhere', '/etc', 'a/b', '@acme', 'Big', 'file:x'])('%j is no name of a package', (PLUGINS) => {
    expect(() => loadConfig({ PLUGINS })).toThrow('PLUGINS must be names of packages');
  });
  test('are written for the version that stands in package.json', () => {
    expect((JSON.parse(readFileSync('package.json', 'utf8')) as { version: string }).version).toBe(CORE_VERSION);
  });
});

test('what outgoing calls may reach is added to the demo shop', () => {
  expect(loadConfig({ EGRESS_ALLOW: 'localhost:9999, 10.0.0.1:80', SHOP_PORT: '3001' }).egressAllow).toEqual([
    'localhost:3001',
    'localhost:9999',
    '10.0.0.1:80',
  ]);
  expect(loadConfig({ EGRESS_ALLOW: 'localhost:9999', NODE_ENV: 'test' }).egressAllow).toEqual(['localhost:9999']);
});

test('what answers in place of other systems is named host by host', () =>
  expect(loadConfig({ STAND_INS: 'api.crm.example=localhost:9999, mail.example=127.0.0.1:25' }).standIns).toEqual({
    'api.crm.example': 'localhost:9999',
    'mail.example': '127.0.0.1:25',
  }));
test.for(['api.crm.example', '=localhost:1', 'a=b=c', 'a=b c'])('STAND_INS "%s" is refused', (STAND_INS) =>
  expect(() => loadConfig({ STAND_INS })).toThrow('host=host:port'),
);

describe('values that are none', () => {
  test.for([
    { PORT: 'x' },
    { PORT: '-1' },
    { PORT: '1.5' },
    { TRUSTED_HOPS: 'one' },
    { NODE_ENV: 'prod' },
    { ROLES: 'web,boss' },
    { LOG_LEVEL: 'loud' },
  ])('%j is refused in plain words', (env) => {
    expect(() => loadConfig(env)).toThrow(/must be a whole number|is not one of/);
  });
  test('an empty number is the default', () => expect(loadConfig({ PORT: '' }).port).toBe(3000));
  test('roles may be written with blanks', () => expect(loadConfig({ ROLES: 'web, worker' }).roles).toEqual(['web', 'worker']));
});

test('keys differ by purpose and by secret, and are always the same', () => {
  const key = (secret: string, purpose: string) => derivedKey({ secret }, purpose).toString('hex');
  expect(key('one', 'a')).toBe(key('one', 'a'));
  expect(new Set([key('one', 'a'), key('one', 'b'), key('two', 'a')]).size).toBe(3);
  expect(derivedKey({ secret: 'one' }, 'a')).toHaveLength(32);
});
