import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../../../../core/testing/app.ts';
import { Visitors } from '../fakes/visitors.fake.ts';
import { emailHashes } from './person.ts';
import { type Identifiers, recognise, resolvePeople, visitorIdentifier } from './graph.store.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
  await new Visitors(app).known(['ann', 'ben']);
});
afterAll(() => app.close());

const hashOf = (name: string): Buffer => Buffer.from(emailHashes(`${name}@people.example`).md5, 'hex');
const visit = (more: Partial<Identifiers>): Identifiers => ({ visitor: 'nobody', emailHash: null, ip: '192.0.2.77', ...more });

test('a visit is of whom its page names, else of whom its browser is known as, else of whom its network is known as', async () => {
  const { platform } = app.kernel;
  const resolve = async (...visits: Identifiers[]) => {
    const people = await resolvePeople(platform, visits);
    return visits.map((_, n) => people.get(n)?.firstName ?? null);
  };
  const silent = 'asked-and-unknown';
  await recognise(platform, [{ identifier: visitorIdentifier(silent), key: null }], new Date());
  const all = [
    visit({ visitor: 'ann-visitor' }),
    visit({ visitor: 'ann-visitor', emailHash: hashOf('ben') }),
    visit({ visitor: 'ann-visitor', emailHash: hashOf('stranger') }),
    visit({}),
    visit({ visitor: silent }),
    visit({ emailHash: hashOf('stranger') }),
  ];
  expect(await resolve(...all)).toEqual(['ann', 'ben', null, null, null, null]);
  await app.asOwner(
    `insert into capture_identity (kind, value, person_id) select 'ip', convert_to('192.0.2.77', 'UTF8'), id from capture_person where first_name = 'ben'`,
  );
  expect(await resolve(...all)).toEqual(['ann', 'ben', null, 'ben', 'ben', null]);
});
