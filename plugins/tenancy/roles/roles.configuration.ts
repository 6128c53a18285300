import { isDeepStrictEqual } from 'node:util';
import type { ConfigurationPart } from '../../../core/contract.ts';
import { Roles } from './contract.ts';
import { readRights } from './rights.ts';
import { countsByRole, deleteRole, insertRole, type RoleRow, updateRole } from './roles.store.ts';

interface Kept {
  icon: string;
  rights: unknown;
}

/** An agency's roles by name, and not who has them. One that somebody has stays, whatever is not named. */
export const rolesPart: ConfigurationPart = {
  id: 'roles.roles',
  title: 'roles.part',
  order: 70,
  async read(ctx, agency) {
    const rows = (await ctx.db('roles_role').where({ company_id: agency.id }).orderBy('name')) as RoleRow[];
    return Object.fromEntries(rows.map(({ name, icon, rights }) => [name, { icon, rights: readRights(ctx.areas, rights) } satisfies Kept]));
  },
  async write(ctx, agency, values) {
    const rows = (await ctx.db('roles_role').where({ company_id: agency.id }).orderBy('id').forUpdate()) as RoleRow[];
    const byName = new Map(rows.map((row) => [row.name.toLowerCase(), row]));
    let changed = false;
    for (const [name, kept] of Object.entries(values)) {
      const role = { name, icon: (kept as Kept).icon, rights: readRights(ctx.areas, (kept as Kept).rights) };
      const row = byName.get(name.toLowerCase());
      byName.delete(name.toLowerCase());
      if (row && row.name === name && row.icon === role.icon && isDeepStrictEqual(readRights(ctx.areas, row.rights), role.rights)) continue;
      if (row) await updateRole(ctx.db, row.id, role);
      else await insertRole(ctx.db, agency.id, role);
      changed = true;
    }
    const left = [...byName.values()];
    const people = await countsByRole(
      ctx.db,
      left.map(({ id }) => id),
    );
    for (const { id } of left) if (!people.get(id)) await deleteRole(ctx.db, id);
    if (changed) await ctx.use(Roles).refresh(agency);
  },
};
