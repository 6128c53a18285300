import { type Ctx, notFound, type SwitchesApi, type SwitchState, type Tenant } from '../contract.ts';
import { narrowed } from '../features/features.ts';
import type { Kernel } from '../kernel.ts';

/** A plugin or feature that can be switched. */
interface Switchable extends Pick<SwitchState, 'key' | 'title' | 'kind' | 'beta'> {
  /** What holds of a plugin about which nothing was said. */
  usual: boolean;
}

const switchables = ({ registry }: Kernel): Switchable[] =>
  registry.plugins.flatMap(({ manifest: { id, title, level, defaultOn = true, features = {} } }) => [
    ...(level === 'agency' ? [{ key: id, title: title!, kind: 'module' as const, beta: false, usual: defaultOn }] : []),
    ...Object.entries(features).map(([name, of]) => ({
      key: `${id}.${name}`,
      title: of.title,
      kind: 'feature' as const,
      beta: of.beta,
      usual: of.defaultOn,
    })),
  ]);

/** Switch rows in the caller's transaction; every process follows within a second of the commit. */
export function switchesOf(kernel: Kernel, ctx: Ctx): SwitchesApi {
  const found = (key: string): Switchable | undefined => switchables(kernel).find((one) => one.key === key);
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
  const as = (company: Tenant, { kind, key, title, beta, usual }: Switchable): SwitchState => {
    const { features } = kernel;
    const on = kind === 'module' ? features.isOn(key, company) : features.isFeatureOn(key, company);
    const granted = kind === 'module' ? (features.switchOf(company.agencyId, key) ?? features.switchOf(company.rootId, key) ?? usual) : on;
    return { key, title, kind, beta, explicit: features.switchOf(company.id, key) ?? null, on, granted };
  };
  return {
    async grant(company, key, on) {
      const of = found(key);
      if (!of) throw notFound();
      await write(company, key, on);
      await ctx.audit({
        action: 'core.switched',
        companyId: company.id,
        description: `${key} ${on === null ? 'follows the default' : on ? 'on' : 'off'}`,
        params: { title: of.title, state: `core.switch.${on === null ? 'default' : on ? 'on' : 'off'}` },
        target: key,
      });
    },
    async narrow(company, pluginId, on) {
      if (!found(pluginId)) throw notFound();
      await write(company, narrowed(pluginId), on);
    },
    async said(company) {
      const rows = (await ctx.db('core_switch').where({ company_id: company.id }).orderBy('key').select('key', 'is_on')) as {
        key: string;
        is_on: boolean;
      }[];
      return new Map(rows.flatMap(({ key, is_on }) => (found(key) ? [[key, is_on] as const] : [])));
    },
    list: (company) => switchables(kernel).map((of) => as(company, of)),
    find(company, key) {
      const of = found(key);
      return of ? as(company, of) : null;
    },
    countGranted(agencies) {
      const counts = new Map<string, number>();
      // One is asked for all of which nothing was said.
      const alike = Map.groupBy(agencies, ({ id, rootId }) => (kernel.features.isConfigured(id) ? id : `below ${rootId}`));
      for (const [agency, ...others] of alike.values())
        for (const of of switchables(kernel))
          if (as(agency!, of).granted) counts.set(of.key, (counts.get(of.key) ?? 0) + 1 + others.length);
      return counts;
    },
  };
}
