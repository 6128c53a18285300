import { type Ctx, notFound, type SwitchesApi, type Tenant } from '../contract.ts';
import { narrowed } from '../features/features.ts';
import type { Kernel } from '../kernel.ts';

/** Switch rows in the caller's transaction; every process follows within a second of the commit. */
export function switchesOf(kernel: Kernel, ctx: Ctx): SwitchesApi {
  const found = (key: string) => {
    const [pluginId, feature] = key.split('.');
    return { manifest: kernel.registry.plugins.find((p) => p.manifest.id === pluginId)?.manifest, feature };
  };
  const known = (key: string): boolean => {
    const { manifest, feature } = found(key);
    return manifest !== undefined && (feature ? feature in (manifest.features ?? {}) : manifest.level === 'agency');
  };
  const titleOf = (key: string): string => {
    const { manifest, feature } = found(key);
    return (feature ? manifest?.features?.[feature]?.title : manifest?.title) ?? key;
  };
  const write = async (company: Tenant, key: string, on: boolean | null): Promise<void> => {
    if (on === null) await ctx.db('core_switch').where({ company_id: company.id, key }).delete();
    else {
      await ctx
        .db('core_switch')
        .insert({ company_id: company.id, key, is_on: on, changed_by: ctx.actor.id })
        .onConflict(['company_id', 'key'])
        .merge({ is_on: on, changed_by: ctx.actor.id, changed_at: ctx.db.fn.now() });
    }
  };
  return {
    async grant(company, key, on) {
      if (!known(key)) throw notFound();
      await write(company, key, on);
      await ctx.audit({
        action: 'core.switched',
        companyId: company.id,
        description: `${key} ${on === null ? 'follows the default' : on ? 'on' : 'off'}`,
        params: { title: titleOf(key), state: `core.switch.${on === null ? 'default' : on ? 'on' : 'off'}` },
        target: key,
      });
    },
    async narrow(company, pluginId, on) {
      if (!known(pluginId)) throw notFound();
      await write(company, narrowed(pluginId), on);
    },
    async said(company) {
      const rows = (await ctx.db('core_switch').where({ company_id: company.id }).orderBy('key').select('key', 'is_on')) as {
        key: string;
        is_on: boolean;
      }[];
      return new Map(rows.flatMap(({ key, is_on }) => (known(key) ? [[key, is_on] as const] : [])));
    },
    list: (company) =>
      kernel.registry.plugins.flatMap(({ manifest }) => [
        ...(manifest.level === 'agency'
          ? [
              {
                key: manifest.id,
                title: manifest.title!,
                kind: 'module' as const,
                beta: false,
                explicit: kernel.features.switchOf(company.id, manifest.id) ?? null,
                on: kernel.features.isOn(manifest.id, company),
                granted:
                  kernel.features.switchOf(company.agencyId, manifest.id) ??
                  kernel.features.switchOf(company.rootId, manifest.id) ??
                  manifest.defaultOn ??
                  true,
              },
            ]
          : []),
        ...Object.entries(manifest.features ?? {}).map(([name, f]) => {
          const key = `${manifest.id}.${name}`;
          return {
            key,
            title: f.title,
            kind: 'feature' as const,
            beta: f.beta,
            explicit: kernel.features.switchOf(company.id, key) ?? null,
            on: kernel.features.isFeatureOn(key, company),
            granted: kernel.features.isFeatureOn(key, company),
          };
        }),
      ]),
  };
}
