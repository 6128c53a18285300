import { AbilityBuilder, createMongoAbility } from '@casl/ability';
import fc from 'fast-check';
import type { Knex } from 'knex';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { allows } from '../../core/access/ability.ts';
import { accessibleBy } from '../../core/access/accessible-by.ts';
import type { AppAbility } from '../../core/contract.ts';
import { openPool } from '../../core/data/knex.ts';
import { cloneTemplate } from '../../core/testing/template.ts';

const def = { table: 'thing', fields: ['owner', 'agency', 'state'] };
interface Thing {
  id: number;
  owner: number | null;
  agency: number | null;
  state: string | null;
}
let db: Knex;
let drop: () => Promise<void>;
let things: Thing[];

beforeAll(async () => {
  const copy = await cloneTemplate(inject('adminUrl'));
  drop = copy.drop;
  db = openPool({ url: copy.url, max: 2, name: 'things' });
  await db.raw('create table thing (id int primary key, owner int, agency int, state text)');
  // Every combination, so that no rule can find a gap between the two.
  const [numbers, states] = [
    [null, 0, 1, 2],
    [null, '', 'on', "o'ff"],
  ];
  things = numbers
    .flatMap((owner) => numbers.flatMap((agency) => states.map((state) => ({ owner, agency, state }))))
    .map((t, id) => ({ id, ...t }));
  await db('thing').insert(things);
});
afterAll(async () => {
  await db.destroy();
  await drop();
});

const number = fc.constantFrom(null, 0, 1, 2, 3);
const state = fc.constantFrom(null, '', 'on', "o'ff", 'gone');
const on = <V>(value: fc.Arbitrary<V>) =>
  fc.oneof(
    value,
    value.map((v) => ({ $eq: v })),
    value.map((v) => ({ $ne: v })),
    fc.array(value, { maxLength: 3 }).map((v) => ({ $in: v })),
  );
const compared = fc
  .record({ op: fc.constantFrom('$gt', '$gte', '$lt', '$lte'), value: fc.constantFrom(0, 1, 2) })
  .map(({ op, value }) => ({ [op]: value }));
const condition = fc.record({ owner: fc.oneof(on(number), compared), agency: on(number), state: on(state) }, { requiredKeys: [] });
const rule = fc.record({
  inverted: fc.boolean(),
  action: fc.constantFrom('read', 'update', 'manage'),
  condition: fc.option(condition),
  all: fc.boolean(),
});

function abilityOf(rules: readonly { inverted: boolean; action: string; condition: object | null; all: boolean }[]): AppAbility {
  const builder = new AbilityBuilder<AppAbility>(createMongoAbility);
  for (const r of rules)
    builder[r.inverted ? 'cannot' : 'can'](r.action, r.all && !r.condition ? 'all' : 'Thing', r.condition ?? undefined);
  return builder.build();
}

test('rules say the same as SQL and as code, for every row', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(rule, { maxLength: 4 }), async (rules) => {
      const ability = abilityOf(rules);
      const inCode = things.filter((t) => allows(ability, 'read', 'Thing', t)).map((t) => t.id);
      let inSql: number[];
      try {
        inSql = ((await accessibleBy(db('thing').select('id').orderBy('id'), ability, 'read', 'Thing', def)) as Thing[]).map((t) => t.id);
      } catch (error) {
        expect(String(error)).toMatch(/has no SQL form/); // refusing to say is never wider
        return;
      }
      expect(inSql).toEqual(inCode);
    }),
    { numRuns: 600 },
  );
});

test.for([
  { name: 'a column nobody declared', conditions: { secret: 1 } },
  { name: 'an operator that SQL does not have', conditions: { state: { $regex: 'o' } } },
  { name: 'alternatives, which rules do not have', conditions: { $or: [{ owner: 1 }] } },
  { name: 'a word that only looks like an operator', conditions: { $where: 'true' } },
  { name: 'an order of texts, which depends on the language', conditions: { state: { $lt: 'on' } } },
  { name: 'a path into a column', conditions: { 'owner.id': 1 } },
])('$name is an error, never a wider query', ({ conditions }) => {
  const builder = new AbilityBuilder<AppAbility>(createMongoAbility);
  expect(() => {
    builder.can('read', 'Thing', conditions as object);
    return accessibleBy(db('thing'), builder.build(), 'read', 'Thing', def);
  }).toThrow();
});
