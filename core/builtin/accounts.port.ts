import { type AccountRowsApi, AddressTaken, type Ctx } from '../contract.ts';

/** The port's implementation for one call. */
export function accountRowsOf(ctx: Ctx): AccountRowsApi {
  const rows = () => ctx.db('core_account');
  return {
    insert: ({ companyId, email, name, userType, isSystem, status }) =>
      unlessTaken(async () => {
        const row = { company_id: companyId, email, name, user_type: userType, is_system: isSystem, status };
        const [{ id }] = (await rows().insert(row).returning('id')) as [{ id: number }];
        return id;
      }),
    async change(id, { rights, ...change }) {
      const set = { ...change, ...(rights === undefined ? {} : { rights: rights && JSON.stringify(rights) }) };
      await unlessTaken(() => rows().where({ id }).update(set));
    },
    async setViewRights({ id, companyId }, rights) {
      const [row] = (await rows()
        .where({ id, company_id: companyId, is_system: true })
        .whereNull('removed_at')
        .update({ view_rights: JSON.stringify(rights) })
        .returning('name')) as { name: string }[];
      return row?.name ?? null;
    },
    lock(which, { share } = {}) {
      const wanted = rows().where('id', which);
      return (share ? wanted.forShare() : wanted.forUpdate()).first('id', 'rights');
    },
    async remove(id) {
      await rows().where({ id }).update({ removed_at: ctx.db.fn.now() });
    },
    async removeAllOf(companyId) {
      const removed = (await rows()
        .where({ company_id: companyId })
        .whereNull('removed_at')
        .update({ removed_at: ctx.db.fn.now() })
        .returning('id')) as { id: number }[];
      return removed.map(({ id }) => id);
    },
    async eraseAllOf(companyId) {
      const own = { company_id: companyId };
      await ctx.db('core_session').whereIn('account_id', rows().where(own).select('id')).delete();
      await rows()
        .where(own)
        .update({ email: ctx.db.raw(`'erased-' || id || '@erased.invalid'`), name: '', rights: null });
    },
  };
}

/** The unique index has the last word on who has an address. */
async function unlessTaken<R>(work: () => PromiseLike<R>): Promise<R> {
  try {
    return await work();
  } catch (error) {
    throw (error as { constraint?: string }).constraint === 'core_account_email' ? new AddressTaken() : error;
  }
}
