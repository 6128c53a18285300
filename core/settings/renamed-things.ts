import { type Locale, T, type Tenant, defineSetting } from '../contract.ts';
import type { Kernel } from '../kernel.ts';

/** The most former url segments that are remembered for one thing. */
const MOST_FORMER = 10;

/** What an agency calls its products, and under which url segment they stand. What is left out is the root's, then the platform's. */
export const Names = defineSetting({
  id: 'core.names',
  title: 'core.settings.names',
  level: 'agency',
  schema: T.Record(
    T.String({ pattern: '^[a-z0-9-]+$' }),
    T.Object({
      name: T.Optional(T.String({ minLength: 1, maxLength: 40 })),
      url: T.Optional(T.String({ pattern: '^[a-z0-9](?:[a-z0-9-]{0,38}[a-z0-9])?$' })),
      former: T.Optional(T.Array(T.String({ maxLength: 40 }), { maxItems: MOST_FORMER })),
    }),
  ),
  default: {},
  read: 'signed-in',
  write: ['update', 'Branding'],
});

/** What a company itself has stored of one thing. */
export interface OwnName {
  name?: string;
  url?: string;
  /** Url segments it had before, newest first: they lead to the present one. */
  former?: string[];
}
export type OwnNames = Record<string, OwnName>;
interface Named {
  name: string;
  url: string;
}

/** Agency id -> its own names over those of its root, as of a version of their configuration; filled by `loadNames`. */
const cache = new WeakMap<Kernel, Map<number, { version: number; names: OwnNames }>>();

/** Reads an agency's names into the cache; call before the first synchronous use for that agency. */
export async function loadNames(kernel: Kernel, tenant: Tenant): Promise<void> {
  let byAgency = cache.get(kernel);
  if (!byAgency) cache.set(kernel, (byAgency = new Map()));
  const { agencyId, rootId } = tenant;
  const version = kernel.features.versionFor({ id: agencyId, agencyId, rootId });
  if (tenant.id === 0 || byAgency.get(agencyId)?.version === version) return;
  const root = await storedNames(kernel, rootId);
  byAgency.set(agencyId, { version, names: layered(root, agencyId === rootId ? {} : await storedNames(kernel, agencyId)) });
}

/** What a company itself has stored, as of now. */
export async function storedNames(kernel: Kernel, companyId: number): Promise<OwnNames> {
  const row = (await kernel.platform('core_setting').where({ company_id: companyId, key: Names.id }).first('value')) as
    | { value: OwnNames }
    | undefined;
  return row?.value ?? {};
}

function layered(root: OwnNames, agency: OwnNames): OwnNames {
  const keys = new Set([...Object.keys(root), ...Object.keys(agency)]);
  return Object.fromEntries(
    [...keys].map((key) => {
      const former = [...(agency[key]?.former ?? []), ...(root[key]?.former ?? []), ...(root[key]?.url ? [root[key].url] : [])];
      return [key, { ...root[key], ...agency[key], former }];
    }),
  );
}

/** Display name and url segment of a renameable thing for an agency. One whose plugin is gone, as stored rows may name, goes by its key. */
export function nameOf(kernel: Kernel, tenant: Tenant, locale: Locale, key: string): Named {
  const standard = kernel.registry.names.get(key);
  if (!standard) return { name: key, url: key };
  const own = cache.get(kernel)?.get(tenant.agencyId)?.names[key];
  return { name: own?.name ?? kernel.catalogue.t(locale, standard.name), url: own?.url ?? standard.url };
}

/** Whether an agency has a thing: one that wants names of its own once it is given them, one of a feature where that is on. */
export function isOffered(kernel: Kernel, tenant: Tenant, key: string): boolean {
  const { onlyNamed, feature } = kernel.registry.names.get(key) ?? {};
  return (!onlyNamed || hasNames(kernel, tenant, key)) && (!feature || kernel.features.isFeatureOn(feature, tenant));
}

/** Whether the agency or its root has given a thing both a name and an address. */
export function hasNames(kernel: Kernel, tenant: Tenant, key: string): boolean {
  const own = cache.get(kernel)?.get(tenant.agencyId)?.names[key];
  return own?.name !== undefined && own.url !== undefined;
}

/** Message parameters `name:<key>`, so that texts can say what the agency calls a product. */
export function nameParams(kernel: Kernel, tenant: Tenant, locale: Locale): Record<string, string> {
  return Object.fromEntries([...kernel.registry.names.keys()].map((key) => [`name:${key}`, nameOf(kernel, tenant, locale, key).name]));
}

/** Paths under which a page with `{key}` in its path stood before its thing was renamed. What something is called now always wins. */
export function formerPaths(kernel: Kernel, tenant: Tenant, path: string): string[] {
  const key = /\{([a-z0-9-]+)\}/.exec(path)?.[1];
  if (key === undefined) return [];
  const own = cache.get(kernel)?.get(tenant.agencyId)?.names[key];
  if (!own) return [];
  const taken = new Set([...kernel.registry.names.keys()].map((other) => nameOf(kernel, tenant, 'en', other).url));
  const former = new Set([...(own.former ?? []), kernel.registry.names.get(key)!.url]);
  return [...former].filter((url) => !taken.has(url)).map((url) => path.replace(`{${key}}`, url));
}

/** The present url goes to the front of the former ones when another takes its place. */
export const formerUrls = (before: readonly string[], old: string, now: string): string[] =>
  [...new Set([...(old === now ? [] : [old]), ...before])].filter((url) => url !== now).slice(0, MOST_FORMER);
