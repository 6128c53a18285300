import type { Ctx, TenantRowsApi } from '../contract.ts';

/** The port's implementation for one call. */
export function tenantRowsOf(ctx: Ctx): TenantRowsApi {
  const rows = () => ctx.db('core_tenant');
  return {
    async insert({ kind, parentId, name }) {
      const [{ id }] = (await rows().insert({ kind, parent_id: parentId, name }).returning('id')) as [{ id: number }];
      return id;
    },
    rename: async (id, name) => (await rows().where({ id }).whereNull('removed_at').update({ name })) === 1,
    async lockSubtree(id) {
      const locked = (await rows()
        .whereNull('removed_at')
        .where((q) => void q.where({ id }).orWhere({ agency_id: id }))
        .orderBy('id')
        .forUpdate()
        .select('id')) as { id: number }[];
      return locked.map((row) => row.id);
    },
    async remove(id) {
      await rows().where({ id }).update({ removed_at: ctx.db.fn.now() });
    },
    async erase(id) {
      await rows()
        .where({ id })
        .update({ name: `#${id}` });
    },
  };
}
