import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { ratesOf, type RouteDef } from '../../core/contract.ts';
import { startTestApp, type TestApp } from '../../core/testing/app.ts';
import type { Person } from '../../core/testing/fixtures.ts';
import { hashPassword } from '../../plugins/foundation/accounts/password.ts';
import { FAULT_ROUNDS } from '../support/payments.ts';

/** Ten thousand at full length (`npm run test:faults`). */
const CALLS = FAULT_ROUNDS > 20 ? 10_000 : 300;
const AT_ONCE = 50;

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp({ config: { roles: ['web'], trustedHops: 1 } });
});
afterAll(() => app.close());

const from = (ip: string) => ({ 'x-forwarded-for': ip });
const addressOf = (n: number): string => `203.${(n >> 16) % 256}.${(n >> 8) % 256}.${n % 256}`;

/** The path with something in each place; what is wanted there does not matter to a limit. */
const pathOf = ({ path }: RouteDef): string => `/api${path.replace(/\{\/:\w+\}/g, '').replace(/:\w+/g, 'x')}`;
const ask = (route: RouteDef, ip: string) =>
  app.call(route.method, pathOf(route), null, { headers: from(ip), ...(route.method === 'GET' ? {} : { body: {} }) });

describe('one address', () => {
  test('is refused by every public route once it made the calls it may make, and nobody else is', { timeout: 300_000 }, async () => {
    const { registry, limiter } = app.kernel;
    const faults: string[] = [];
    let number = 0;
    for (const { def } of registry.routes.values()) {
      if (def.ability !== 'public') continue;
      const [ip, other] = [addressOf((number += 1)), addressOf((number += 1))];
      const rates = ratesOf(def).map((id) => registry.rates.get(id)!.def);
      const ofCaller = rates.find(({ by }) => by === 'ip' || by === 'device');
      if (!ofCaller) {
        faults.push(`${def.id} does not count its callers`);
        continue;
      }
      // Of what it may do, the last call is made here.
      for (let taken = 1; taken < ofCaller.points; taken += 1) await limiter.take(ofCaller, def.countedApart ? `${def.id}\n${ip}` : ip);
      const statuses = [await ask(def, ip), await ask(def, ip), await ask(def, other)].map(({ status }) => status);
      if (statuses[0] === 429 || statuses[1] !== 429 || statuses[2] === 429) faults.push(`${def.id}: ${statuses.join(', ')}`);
    }
    expect(number).toBeGreaterThan(40);
    expect(faults).toEqual([]);
  });

  test('does not use up what people who are signed in may read', async () => {
    const ip = addressOf(9_000);
    const [route] = ['core.ui-bootstrap'].map((id) => app.kernel.registry.routes.get(id)!.def);
    const [rate] = ratesOf(route!).map((id) => app.kernel.registry.rates.get(id)!.def);
    for (let taken = 0; taken < rate!.points; taken += 1) await app.kernel.limiter.take(rate!, ip);
    expect((await ask(route!, ip)).status).toBe(429);
    const own = await app.call('GET', pathOf(route!), app.fixtures.a.owner, { headers: from(ip) });
    expect(own.status).toBe(200);
  });
});

describe('thousands of addresses at once', () => {
  let victim: Person;
  beforeEach(async () => {
    victim = app.fixtures.a.clients[0]!.user;
    await app.kernel.platform('core_mail').delete();
  });

  /** Makes the calls, each from an address of its own, and answers the subjects of the mails that the victim got, with their number. */
  async function flood(path: string, body: (n: number) => object): Promise<Record<string, number>> {
    const statuses = new Set<number>();
    for (let n = 0; n < CALLS; n += AT_ONCE) {
      const wave = await Promise.all(
        Array.from({ length: AT_ONCE }, (_, i) =>
          app.call('POST', path, null, { body: body(n + i), headers: from(addressOf(100_000 + n + i)) }),
        ),
      );
      for (const { status } of wave) statuses.add(status);
    }
    // 503: a busy machine looks at no password at all. Nothing fails.
    expect([...statuses].filter((status) => status >= 500 && status !== 503)).toEqual([]);
    const mails = (await app.kernel.platform('core_mail').where({ recipient: victim.email }).pluck('subject')) as string[];
    return Object.fromEntries([...new Set(mails)].map((subject) => [subject, mails.filter((one) => one === subject).length]));
  }
  const most = (mails: Record<string, number>): number => Math.max(0, ...Object.values(mails));

  test('that forgot somebody’s password send five links', { timeout: 600_000 }, async () => {
    const mails = await flood('/api/forgetpass', () => ({ username: victim.email }));
    expect([Object.keys(mails).length, most(mails)]).toEqual([1, 5]);
  });

  test('that ask for codes of a sign-in under way send one within a minute', { timeout: 600_000 }, async () => {
    const password = 'correct horse battery staple';
    await app.kernel
      .platform('accounts_credential')
      .insert({ account_id: victim.id, company_id: victim.tenant.id, password_hash: await hashPassword(password), second_factor: 'email' })
      .onConflict('account_id')
      .merge();
    const { body } = await app.call('POST', '/api/login', null, {
      body: { username: victim.email, password },
      headers: from(addressOf(99_000)),
    });
    expect(body).toMatchObject({ challenge: expect.any(String) });
    // The minute is over when they begin.
    await app.kernel.platform('accounts_challenge').update({ sent_at: app.kernel.platform.raw(`sent_at - interval '2 minutes'`) });
    const mails = await flood('/api/resendcode', () => ({ email: victim.email, challenge: body.challenge }));
    expect([Object.keys(mails).length, most(mails)]).toEqual([1, 2]);
  });

  test(
    'that register somebody’s address send one code and five mails, and make one company that nobody proves',
    { timeout: 600_000 },
    async () => {
      const companies = async () => Number((await app.kernel.platform('core_tenant').count('* as n').first())!['n']);
      const before = await companies();
      const registered = (n: number) => ({
        companyname: `Flood ${n}`,
        name: 'Somebody',
        email: victim.email,
        password: `long enough ${n}`,
      });
      const mails = await flood('/api/register', (n) => ({ ...registered(n), userType: 'client' }));
      expect([Object.values(mails).toSorted(), await companies()]).toEqual([[1, 5], before + 1]);
    },
  );
});
