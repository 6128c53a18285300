import type { Knex } from 'knex';

/** What a call of one of the product's own functions looks like that may change something, by pool. */
const known = new WeakMap<object, RegExp | null>();

/** Notes which functions of the database may change something: those that do not say otherwise (`stable`). */
export async function noteChangingFunctions(pool: Knex): Promise<void> {
  const { rows } = (await pool.raw(
    `select distinct proname as name from pg_proc
     where pronamespace = 'public'::regnamespace and provolatile = 'v' and prorettype <> 'trigger'::regtype`,
  )) as { rows: { name: string }[] };
  known.set(
    pool.client.config as object,
    rows.length === 0 ? null : new RegExp(`\\b(?:${rows.map(({ name }) => name).join('|')})\\s*\\(`, 'i'),
  );
}

export const changingFunctions = (pool: Knex): RegExp | null => known.get(pool.client.config as object) ?? null;
