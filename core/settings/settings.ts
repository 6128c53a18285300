import type { Knex } from 'knex';
import type { SettingsDef, Static, Tenant, TSchema } from '../contract.ts';
import { checkInput } from '../gate/schema.ts';

/** The companies whose values count for `of`, nearest last, as far down as the setting may be held. */
function layers(def: SettingsDef, of: Tenant): number[] {
  if (of.id === 0) return [];
  const chain =
    def.scope === 'platform' ? [of.rootId] : def.scope === 'agency' ? [of.rootId, of.agencyId] : [of.rootId, of.agencyId, of.id];
  return [...new Set(chain)];
}

/**
 * The effective value for a company: default, then root, agency, company; objects are merged member by member.
 * Read through the platform pool, for a client inherits what it may not see.
 */
export async function readSetting<X extends TSchema>(platform: Knex, def: SettingsDef<X>, of: Tenant): Promise<Static<X>> {
  const ids = layers(def, of);
  const rows = (await platform('core_setting').whereIn('company_id', ids).where({ key: def.id }).select('company_id', 'value')) as {
    company_id: number;
    value: unknown;
  }[];
  let value: unknown = def.default;
  for (const id of ids) {
    const own = rows.find((r) => r.company_id === id)?.value;
    if (own !== undefined) value = isRecord(value) && isRecord(own) ? { ...value, ...own } : own;
  }
  return value as Static<X>;
}

/** Stores a company's own value; refuses one that the schema refuses. `db` is the caller's transaction. */
export async function saveSetting<X extends TSchema>(
  db: Knex,
  def: SettingsDef<X>,
  of: Tenant,
  value: Static<X>,
  actorId: number,
): Promise<void> {
  if (layers(def, of).at(-1) !== of.id) throw new Error(`${def.id} cannot be held by a ${of.kind}`);
  const checked = checkInput(def.schema, value, 'body');
  await db('core_setting')
    .insert({ company_id: of.id, key: def.id, value: JSON.stringify(checked), changed_by: actorId })
    .onConflict(['company_id', 'key'])
    .merge({ value: JSON.stringify(checked), changed_by: actorId, changed_at: db.fn.now() });
}

const isRecord = (x: unknown): x is Record<string, unknown> => typeof x === 'object' && x !== null && !Array.isArray(x);
