import { type Ctx, type NamesApi, Problem, type FieldError } from '../contract.ts';
import type { Kernel } from '../kernel.ts';
import { formerUrls, hasNames, Names, type OwnNames, storedNames } from './renamed-things.ts';

/** First segments of addresses that are the product's own, beside those of its pages and raw routes. */
const RESERVED = ['api', 'assets', 'login', 'logout', 'user', 'configuration', 'register', 'sso', 'admin', 'static', 'health', 'favicon'];
const URL_PATTERN = /^[a-z0-9](?:[a-z0-9-]{0,38}[a-z0-9])?$/;
/** Control characters and marks that turn the direction of text would let a name pose as another. */
const INVISIBLE = /[\p{Cc}\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]/gu;

/** The port's implementation for one call. */
export function namesOf(kernel: Kernel, ctx: Ctx): NamesApi {
  const on = (key: string): boolean => kernel.features.isOn(ownerOf(kernel, key), ctx.tenant);
  return {
    list() {
      return [...kernel.registry.names.keys()].filter(on).map((key) => {
        const now = ctx.named(key);
        const standard = kernel.registry.names.get(key)!;
        const differs = now.url !== standard.url || now.name !== ctx.t(standard.name);
        return { key, ...now, own: standard.onlyNamed ? hasNames(kernel, ctx.tenant, key) : differs, isOffered: ctx.isOffered(key) };
      });
    },
    async save(of, names) {
      const row = (await ctx.db('core_setting').where({ company_id: of.id, key: Names.id }).forUpdate().first('value')) as
        | { value: OwnNames }
        | undefined;
      const before = row?.value ?? {};
      // Not what is cached: the last change may have been a moment ago.
      const above = of.id === of.rootId ? {} : await storedNames(kernel, of.rootId);
      const after: OwnNames = { ...before };
      const typed = Object.entries(names).filter(([key]) => kernel.registry.names.has(key));
      for (const [key, wish] of typed) {
        const inherited = above[key]?.url ?? kernel.registry.names.get(key)!.url;
        const url = wish?.url.trim().toLowerCase() ?? inherited;
        after[key] = { former: formerUrls(before[key]?.former ?? [], before[key]?.url ?? inherited, url) };
        if (wish) Object.assign(after[key], { name: wish.name.replace(INVISIBLE, '').trim(), url });
      }
      const urlOf = (key: string): string => after[key]?.url ?? above[key]?.url ?? kernel.registry.names.get(key)!.url;
      refuseFaults(kernel, ctx, { keys: typed.map(([key]) => key), after, urlOf });
      await ctx.saveSetting(Names, after, of);
    },
  };
}

/** Throws 422 with every fault of the renamed things on its field. */
function refuseFaults(
  kernel: Kernel,
  ctx: Ctx,
  { keys, after, urlOf }: { keys: readonly string[]; after: OwnNames; urlOf: (key: string) => string },
): void {
  const reserved = reservedSegments(kernel);
  const errors: FieldError[] = [];
  for (const key of keys) {
    const { name, url } = after[key]!;
    if (name !== undefined && (name.length === 0 || name.length > 40))
      errors.push({ field: `${key}.name`, message: 'core.names.problem.name' });
    if (url === undefined) continue;
    const other = [...kernel.registry.names.keys()].find((k) => k !== key && urlOf(k) === url);
    if (!URL_PATTERN.test(url)) errors.push({ field: `${key}.url`, message: 'core.names.problem.url' });
    else if (reserved.has(url)) errors.push({ field: `${key}.url`, message: 'core.names.problem.reserved' });
    else if (other) errors.push({ field: `${key}.url`, message: 'core.names.problem.taken', params: { name: ctx.named(other).name } });
  }
  if (errors.length > 0) throw new Problem(422, 'core.problem.invalid', { errors });
}

/** Segments at which something else than a renamed product stands already. */
function reservedSegments(kernel: Kernel): Set<string> {
  const paths = [...[...kernel.registry.pages.values()].map((p) => p.def.path), ...kernel.registry.raw.map((r) => r.def.path)];
  return new Set([...RESERVED, ...paths.map((path) => path.split('/')[1] ?? '').filter((segment) => !/[{:*]/.test(segment))]);
}

const ownerOf = (kernel: Kernel, key: string): string =>
  kernel.registry.plugins.find((p) => p.names && Object.hasOwn(p.names, key))?.manifest.id ?? 'core';
