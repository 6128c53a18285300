import { isDeepStrictEqual } from 'node:util';
import type { Configured, Ctx, OwnSettingsApi, SettingsDef, Tenant } from '../contract.ts';

/** The port's implementation, under the caller's row-level security. */
export function ownSettingsOf(ctx: Ctx): OwnSettingsApi {
  const stored = async (company: Tenant, settings: readonly SettingsDef[]): Promise<Configured> => {
    const rows = (await ctx
      .db('core_setting')
      .where({ company_id: company.id })
      .whereIn(
        'key',
        settings.map(({ id }) => id),
      )
      .orderBy('key')
      .select('key', 'value')) as { key: string; value: unknown }[];
    return Object.fromEntries(rows.map(({ key, value }) => [key, value]));
  };
  return {
    of: stored,
    async replace(company, settings, values) {
      const before = await stored(company, settings);
      for (const def of settings) {
        const value = values[def.id];
        // What stays as it is tells no browser to read anew.
        if (isDeepStrictEqual(value, before[def.id])) continue;
        if (value === undefined) await ctx.db('core_setting').where({ company_id: company.id, key: def.id }).delete();
        else await ctx.saveSetting(def, value, company);
      }
    },
  };
}
