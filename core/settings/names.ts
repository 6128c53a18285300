import { type Locale, T, type Tenant, defineSetting } from '../contract.ts';
import type { Kernel } from '../kernel.ts';
import { readSetting } from './settings.ts';

/** What an agency calls its products, and under which url segment they stand. Empty members keep the default. */
export const Names = defineSetting({
  id: 'core.names',
  title: 'core.settings.names',
  scope: 'agency',
  schema: T.Record(
    T.String({ pattern: '^[a-z0-9-]+$' }),
    T.Object({ name: T.String({ minLength: 1, maxLength: 40 }), url: T.String({ pattern: '^[a-z0-9](?:[a-z0-9-]{0,38}[a-z0-9])?$' }) }),
  ),
  default: {},
  read: 'signed-in',
  write: ['update', 'Branding'],
});

interface Named {
  name: string;
  url: string;
}
/** Agency id -> its own names; filled by `loadNames`, dropped when the epoch moves. */
const cache = new WeakMap<Kernel, { epoch: number; byAgency: Map<number, Record<string, Named>> }>();

/** Reads an agency's names into the cache; call before the first synchronous use for that agency. */
export async function loadNames(kernel: Kernel, tenant: Tenant): Promise<void> {
  let own = cache.get(kernel);
  if (!own || own.epoch !== kernel.gate.epoch) cache.set(kernel, (own = { epoch: kernel.gate.epoch, byAgency: new Map() }));
  if (tenant.id !== 0 && !own.byAgency.has(tenant.agencyId))
    own.byAgency.set(
      tenant.agencyId,
      await readSetting(kernel.platform, Names, { ...tenant, kind: tenant.kind === 'root' ? 'root' : 'agency', id: tenant.agencyId }),
    );
}

/** Display name and url segment of a renameable thing for an agency. */
export function nameOf(kernel: Kernel, tenant: Tenant, locale: Locale, key: string): Named {
  const standard = kernel.registry.names.get(key);
  if (!standard) throw new Error(`nothing renameable is called ${key}`);
  const own = cache.get(kernel)?.byAgency.get(tenant.agencyId)?.[key];
  return own ?? { name: kernel.catalogue.t(locale, standard.name), url: standard.url };
}

/** Message parameters `name:<key>`, so that texts can say what the agency calls a product. */
export function nameParams(kernel: Kernel, tenant: Tenant, locale: Locale): Record<string, string> {
  return Object.fromEntries([...kernel.registry.names.keys()].map((key) => [`name:${key}`, nameOf(kernel, tenant, locale, key).name]));
}
