import type { Knex } from 'knex';
import type { SettingsDef, Static, Tenant, TSchema } from '../contract.ts';
import { chainOf } from '../data/tenant.ts';
import { checkInput } from '../invocation/schema.ts';
import type { StoredSettings } from './stored-settings.ts';

/** The companies whose values count for `of`, nearest last, as far down as the setting may be held. */
function layers(def: SettingsDef, of: Tenant): number[] {
  if (of.id === 0) return [];
  if (def.level === 'platform') return [of.rootId];
  return chainOf(def.level === 'agency' ? { ...of, id: of.agencyId } : of);
}

/** The effective value for a company: default, then root, agency, company; objects are merged member by member. */
export async function readSetting<X extends TSchema>(stored: StoredSettings, def: SettingsDef<X>, of: Tenant): Promise<Static<X>> {
  return (await readSettings(stored, def, [of])).get(of.id)!;
}

/** The same for each of the companies. */
export async function readSettings<X extends TSchema>(
  stored: StoredSettings,
  def: SettingsDef<X>,
  companies: readonly Tenant[],
): Promise<Map<number, Static<X>>> {
  const ids = [...new Set(companies.flatMap((company) => layers(def, company)))];
  const own = await stored.of(def.id, ids);
  return new Map(companies.map((company) => [company.id, layered(def.default, layers(def, company), own) as Static<X>]));
}

function layered(initial: unknown, ids: readonly number[], own: ReadonlyMap<number, unknown>): unknown {
  let value = initial;
  for (const id of ids) {
    const nearer = own.get(id);
    if (nearer !== undefined) value = isRecord(value) && isRecord(nearer) ? { ...value, ...nearer } : nearer;
  }
  return value;
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
