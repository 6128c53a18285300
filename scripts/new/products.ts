import { loadConfig } from '../../config/default.ts';
import { isRead, loadPlugins } from '../../core/boot/load.ts';
import { Products } from '../../plugins/foundation/companies/contract.ts';

const STEP = 10;

/** The place behind all products that are installed. */
export async function behindProducts(): Promise<number> {
  const loaded = await loadPlugins(loadConfig().plugins);
  const orders = loaded
    .filter(isRead)
    .flatMap(({ plugin }) => plugin.contributions ?? [])
    .flatMap((one) => (one.point.id === Products.id ? [(one.value as { order: number }).order] : []));
  return (Math.floor(Math.max(0, ...orders) / STEP) + 1) * STEP;
}
