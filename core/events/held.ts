import { findTenant } from '../data/tenant.ts';
import type { Kernel } from '../kernel.ts';

/** Makes due what was held for plugins that are on again; answers how many deliveries that were. Any process may do it at any time. */
export async function releaseHeld({ platform, registry, features }: Kernel): Promise<number> {
  const held = (await platform('core_outbox_delivery').whereRaw(`state = 'held'`).distinct('subscriber', 'company_id')) as {
    subscriber: string;
    company_id: number;
  }[];
  let released = 0;
  for (const of of held) {
    const plugin = registry.subscriptions.get(of.subscriber)?.plugin;
    const tenant = plugin ? await findTenant(platform, of.company_id) : null;
    if (!plugin || (tenant && !features.isOn(plugin, tenant))) continue;
    released += await platform('core_outbox_delivery')
      .where({ ...of, state: 'held' })
      .update({ state: 'pending', attempts: 0, note: null, next_at: platform.fn.now() });
  }
  return released;
}
