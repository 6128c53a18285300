import type { OrganizationRow } from './organizations.store.ts';

/** More levels than this nobody can read. */
export const MOST_LEVELS = 20;

/** An organization and those above it, the topmost first. Stops at what is not in the list, and at a circle. */
export function pathOf(rows: ReadonlyMap<number, OrganizationRow>, id: number): OrganizationRow[] {
  const path: OrganizationRow[] = [];
  for (let row = rows.get(id); row && !path.includes(row); row = row.parent_id === null ? undefined : rows.get(row.parent_id))
    path.unshift(row);
  return path;
}

/** Whether `id` stands below `above`, or is it. */
export const isBelow = (rows: ReadonlyMap<number, OrganizationRow>, id: number, above: number): boolean =>
  pathOf(rows, id).some((row) => row.id === above);

export const nameInTree = (rows: ReadonlyMap<number, OrganizationRow>, id: number): string =>
  pathOf(rows, id)
    .map((row) => row.name)
    .join(' / ');

export const byId = (rows: readonly OrganizationRow[]): Map<number, OrganizationRow> => new Map(rows.map((row) => [row.id, row]));

/** What other fields hold of an organization: its custom id, or its number while it has none. */
export const keyOf = (row: OrganizationRow): string => row.custom_id || String(row.id);
