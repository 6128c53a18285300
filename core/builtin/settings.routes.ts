import { defineRoute, denied, notFound, type RouteDef, type SettingsDef, T } from '../contract.ts';
import type { Kernel } from '../kernel.ts';
import { permits } from '../access/ability.ts';

const Params = T.Object({ id: T.String({ maxLength: 100 }) });

/** Any declared setting of one's own company, by id. */
export const settingRoutes = (kernel: () => Kernel): RouteDef[] => {
  const settingOf = (id: string): SettingsDef => {
    const found = kernel().registry.settings.get(id);
    if (!found) throw notFound();
    return found.def;
  };
  return [
    defineRoute({
      id: 'core.setting-read',
      method: 'GET',
      path: '/settings/:id',
      summary: 'The effective value of a setting',
      ability: 'signed-in',
      params: Params,
      response: T.Object({ value: T.Unknown() }),
      async handler(ctx, { params }) {
        const def = settingOf(params.id);
        if (!permits(ctx, def.read)) throw notFound();
        return { value: await ctx.setting(def) };
      },
    }),
    defineRoute({
      id: 'core.setting-write',
      method: 'PUT',
      path: '/settings/:id',
      summary: "Store the company's own value of a setting",
      ability: 'signed-in',
      stepUp: true,
      audit: 'core.setting-changed',
      params: Params,
      body: T.Object({ value: T.Unknown() }),
      response: T.Object({ message: T.String() }),
      async handler(ctx, { params, body }) {
        const def = settingOf(params.id);
        if (!permits(ctx, def.read)) throw notFound();
        if (!permits(ctx, def.write)) throw denied();
        const value: unknown = def.accepts ? ctx.checked(def.accepts(ctx), body.value) : body.value;
        await ctx.saveSetting(def, value);
        return { message: ctx.t('core.settings.saved') };
      },
    }),
  ];
};
