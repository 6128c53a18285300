import type { Organization } from './organization.model.ts';

/** More levels than this nobody can read. */
export const MOST_LEVELS = 20;

/** An organization and those above it, the topmost first. Stops at what is not in the list, and at a circle. */
export function pathOf(rows: ReadonlyMap<number, Organization>, id: number): Organization[] {
  const path: Organization[] = [];
  for (let row = rows.get(id); row && !path.includes(row); row = row.parent_id === null ? undefined : rows.get(row.parent_id))
    path.unshift(row);
  return path;
}

/** Whether `id` stands below `above`, or is it. */
export const isBelow = (rows: ReadonlyMap<number, Organization>, id: number, above: number): boolean =>
  pathOf(rows, id).some((row) => row.id === above);

export const nameInTree = (rows: ReadonlyMap<number, Organization>, id: number): string =>
  pathOf(rows, id)
    .map((row) => row.name)
    .join(' / ');

export const byId = (rows: readonly Organization[]): Map<number, Organization> => new Map(rows.map((row) => [row.id, row]));

/** What other fields hold of an organization: its custom id, or its number while it has none. */
export const keyOf = (row: Pick<Organization, 'id' | 'custom_id'>): string => row.custom_id || String(row.id);
