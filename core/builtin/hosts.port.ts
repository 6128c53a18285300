import type { Ctx, HostRowsApi } from '../contract.ts';

/** The port's implementation for one call: functions of the database, which check the caller's place before they widen the scope. */
export function hostRowsOf(ctx: Ctx): HostRowsApi {
  const asked = async (call: string, values: readonly (string | number)[]): Promise<boolean> => {
    const { rows } = (await ctx.db.raw(`select ${call} as own`, [...values])) as { rows: { own: boolean | null }[] };
    return rows[0]?.own === true;
  };
  return {
    take: (agencyId, host) => asked('core_take_host(?, ?)', [agencyId, host]),
    async leave(agencyId, host, until) {
      await ctx.db.raw('select core_leave_host(?, ?, ?)', [agencyId, host, until]);
    },
    takeSubdomain: (agencyId, label, redirectDays) => asked('core_take_subdomain(?, ?, ?)', [agencyId, label, redirectDays]),
    async releaseAllOf(companyId) {
      await ctx.db.raw('select core_release_hosts(?)', [companyId]);
    },
  };
}
