import type { Knex } from 'knex';
import type { Registry } from '../../core/boot/registry.ts';
import type { RouteDef, Tenant } from '../../core/contract.ts';
import type { Schema, IdOf } from './valid-values.ts';
import { tenantTables } from './tables.ts';

/** Stored things of one company that an id in a request may name. */
export interface Relation {
  name: 'own' | 'own client' | 'sibling client' | 'other agency' | "other agency's client" | 'missing';
  company: number;
  account: number;
  /** Table -> id of one of its rows. */
  rows: ReadonlyMap<string, string>;
}
const MISSING = 2_000_000_000;

export const nothing: Relation = { name: 'missing', company: MISSING, account: MISSING, rows: new Map() };

/** What one company has, by table. */
export async function relationTo(db: Knex, name: Relation['name'], company: Tenant, account: number): Promise<Relation> {
  const rows = new Map<string, string>();
  for (const table of await tenantTables(db)) {
    const row = (await db(table).where({ company_id: company.id }).first()) as Record<string, unknown> | undefined;
    const id =
      row?.['id'] ??
      (row && Object.entries(row).find(([k]) => k.endsWith('_id') && !['company_id', 'agency_id', 'root_id'].includes(k))?.[1]);
    if (typeof id === 'string' || typeof id === 'number') rows.set(table, String(id));
  }
  return { name, company: company.id, account, rows };
}

/** Fills the ids of a route's input with those of a relation. */
export function idsOf(registry: Registry, plugin: string, route: RouteDef, relation: Relation): IdOf {
  return (property: string, schema: Schema) => {
    const registered = registeredId(registry, route, property);
    if (registered) return registered;
    const stem = property.toLowerCase().replace(/_?ids?$/, '');
    if (/compan|client|agency|tenant/.test(stem)) return relation.company;
    if (/user|usr|account|member|sales/.test(stem)) return relation.account;
    if (relation.name === 'missing')
      return schema.type === 'string' && !schema.format ? String(MISSING) : schema.format === 'uuid' ? undefined : MISSING;
    const own = [...relation.rows].filter(([table]) => table.startsWith(`${plugin.replaceAll('-', '_')}_`));
    const named = stem || thingBefore(route.path, property);
    // `/integrations/:id` names nothing but the plugin: its id is of what the plugin is about.
    const isBare = stem === '' && plugin.startsWith(named);
    const main = isBare ? [...registry.subjects.values()].find((subject) => subject.plugin === plugin)?.def.table : undefined;
    const ofMain = main === undefined ? undefined : relation.rows.get(main);
    if (ofMain !== undefined) return ofMain;
    const row = [...own, ...relation.rows].find(([table]) => named !== '' && table.includes(named)) ?? (stem === '' ? own[0] : undefined);
    return row?.[1] ?? relation.company;
  };
}

/** What a bare id in a path is of: `/billing/credit-notes/:id` names a `credit`. */
function thingBefore(path: string, property: string): string {
  const parts = path.split('/');
  const before = parts[parts.indexOf(`:${property}`) - 1] ?? '';
  return before.split('-')[0]!.replace(/s$/, '');
}

/** Ids that name a definition, not a row: any declared one will do. */
function registeredId(registry: Registry, route: RouteDef, property: string): string | undefined {
  if (property !== 'id') return undefined;
  if (route.path.startsWith('/ui/pages/')) return registry.pages.keys().next().value;
  if (route.path.startsWith('/ui/forms/') || route.path.startsWith('/forms/')) return registry.forms.keys().next().value;
  return route.path.startsWith('/settings/:id') ? registry.settings.keys().next().value : undefined;
}
