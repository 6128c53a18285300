import { conflict, type Ctx, denied, invalid, notFound } from '../../../core/contract.ts';
import type { OrganizationsApi } from './contract.ts';
import {
  deleteOrganization,
  findOrganization,
  holdTree,
  insertOrganization,
  organizationsOf,
  updateOrganization,
} from './organizations.store.ts';
import type { Organization } from './organization.model.ts';
import { byId, isBelow, keyOf, MOST_LEVELS, nameInTree, pathOf } from './tree.ts';

export interface OrganizationInput {
  OrganizationName?: string | undefined;
  /** Null puts it at the top. */
  ParentID?: number | null | undefined;
  CustomID?: string | undefined;
}
/** Topic of live news about organizations. */
export const ORGANIZATION_NEWS = 'organizations.list';

/** The port's implementation for one call. */
export const organizationsPort = (ctx: Ctx): OrganizationsApi => ({
  async options() {
    const rows = byId(await organizationsOf(ctx));
    const options = [...rows.values()].map((row) => ({ value: keyOf(row), label: nameInTree(rows, row.id) }));
    return options.sort((a, b) => a.label.localeCompare(b.label, ctx.locale));
  },
  async find(customId) {
    const row = (await organizationsOf(ctx)).find((o) => keyOf(o) === customId);
    return row ? { id: row.id, name: row.name, customId: keyOf(row), parentId: row.parent_id } : null;
  },
});

/** Founds an organization of the caller's company. Throws 422 for a wrong name, parent or id. */
export async function createOrganization(ctx: Ctx, input: OrganizationInput & { OrganizationName: string }): Promise<number> {
  const { id: company_id, agencyId: agency_id, rootId: root_id } = ctx.tenant;
  if (!ctx.can('create', 'Organization', { company_id, agency_id, root_id })) throw denied();
  await holdTree(ctx.db, company_id);
  const fields = await fieldsOf(ctx, input, null);
  const id = await insertOrganization(ctx.db, company_id, {
    name: fields.name!,
    custom_id: fields.custom_id ?? '',
    parent_id: fields.parent_id ?? null,
  });
  await note(ctx, 'created', fields.name!);
  return id;
}

/** Changes what was given. Throws 404 for a foreign one, 422 for a parent that stands below it. */
export async function changeOrganization(ctx: Ctx, id: number, input: OrganizationInput): Promise<void> {
  await holdTree(ctx.db, ctx.tenant.id);
  const row = await findOrganization(ctx, id, 'update');
  if (!row) throw notFound();
  const fields = await fieldsOf(ctx, input, row);
  if (Object.keys(fields).length > 0) await updateOrganization(ctx.db, id, fields);
  await note(ctx, 'changed', fields.name ?? row.name);
}

/** Removes an organization; refused with their names while others stand below it. Answers its name. */
export async function removeOrganization(ctx: Ctx, id: number): Promise<string> {
  await holdTree(ctx.db, ctx.tenant.id);
  const row = await findOrganization(ctx, id, 'delete');
  if (!row) throw notFound();
  const below = (await organizationsOf(ctx)).filter((o) => o.parent_id === id).map((o) => o.name);
  if (below.length > 0)
    throw conflict('organizations.problem.has-children', { params: { name: row.name, below: below.slice(0, 10).join(', ') } });
  await deleteOrganization(ctx.db, id);
  await note(ctx, 'removed', row.name);
  return row.name;
}

/** Columns from what was sent; `row` is what stands, null for a new one. */
async function fieldsOf(
  ctx: Ctx,
  input: OrganizationInput,
  row: Organization | null,
): Promise<{ name?: string; custom_id?: string; parent_id?: number | null }> {
  const all = await organizationsOf(ctx);
  const fields: { name?: string; custom_id?: string; parent_id?: number | null } = {};
  if (input.OrganizationName !== undefined) {
    fields.name = input.OrganizationName.trim();
    if (fields.name === '' || /\p{Cc}/u.test(fields.name)) throw invalid('OrganizationName', 'organizations.problem.name');
  }
  if (input.CustomID !== undefined) {
    fields.custom_id = input.CustomID.trim();
    const taken = all.some((o) => o.id !== row?.id && keyOf(o).toLowerCase() === fields.custom_id!.toLowerCase());
    if (fields.custom_id !== '' && taken) throw invalid('CustomID', 'organizations.problem.id-taken');
  }
  if (input.ParentID !== undefined) {
    if (input.ParentID !== null) refuseParent(all, input.ParentID, row);
    fields.parent_id = input.ParentID;
  }
  return fields;
}

function refuseParent(all: readonly Organization[], parentId: number, row: Organization | null): void {
  const rows = byId(all);
  if (!rows.has(parentId)) throw invalid('ParentID', 'organizations.problem.parent');
  if (row && isBelow(rows, parentId, row.id)) throw invalid('ParentID', 'organizations.problem.circle');
  if (pathOf(rows, parentId).length >= MOST_LEVELS) throw invalid('ParentID', 'organizations.problem.deep');
}

async function note(ctx: Ctx, what: 'created' | 'changed' | 'removed', name: string): Promise<void> {
  await ctx.audit({ action: `organizations.${what}`, description: `Organization ${name} ${what}`, target: name });
  await ctx.live(ORGANIZATION_NEWS);
}
