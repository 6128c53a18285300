import { type ConfigurationPart, Switches } from '../../../core/contract.ts';
import { refuseModuleWhileActive } from './module-effects.ts';
import { switchModule } from './selections.service.ts';

/** Root's word about modules and features for an agency. What the agency itself keeps from its clients stays its own. */
export const modulesPart: ConfigurationPart = {
  id: 'agencies.modules',
  title: 'agencies.modules.part',
  order: 10,
  called(ctx, key) {
    const known = ctx.use(Switches).find(ctx.tenant, key);
    return known ? ctx.t(known.title) : key;
  },
  read: async (ctx, agency) => Object.fromEntries(await ctx.use(Switches).said(agency)),
  async write(ctx, agency, values) {
    const said = await ctx.use(Switches).said(agency);
    for (const { key, granted } of ctx.use(Switches).list(ctx.tenant)) {
      const value = typeof values[key] === 'boolean' ? values[key] : null;
      if (value === (said.get(key) ?? null)) continue;
      if (!(value ?? granted)) await refuseModuleWhileActive(ctx, agency, key);
      await switchModule(ctx, agency, key, value);
    }
  },
};
