import { type Ctx, defineRoute, type FoundRecord, type RateDef, type RecordSearch, RecordSearches, type RouteDef, T } from '../contract.ts';
import type { FoundRecords } from '../contract/wire.ts';
import type { Kernel } from '../kernel.ts';
import { pagesOfRole } from '../pages/pages-of-role.ts';
import { foundSettings } from '../pages/settings-search.ts';

/** Of each kind. */
const MOST = 5;
/** Somebody who types without a pause asks some three times a second, and nobody types for a minute. */
export const recordRate: RateDef = { id: 'core.records', points: 90, seconds: 60, by: 'account' };

/** What the palette finds beside screens and actions. */
export const recordRoutes = (kernel: () => Kernel): RouteDef[] => {
  const settings: Omit<RecordSearch, 'ability'> = {
    id: 'core.settings-search',
    title: 'core.records.settings',
    icon: 'settings',
    order: 90,
    find: async (ctx, search, most) => foundSettings(kernel(), ctx, search, most),
  };
  return [
    defineRoute({
      id: 'core.records',
      method: 'GET',
      path: '/ui/records',
      summary: 'Records whose name begins with or holds a text, some of each kind',
      ability: 'signed-in',
      rate: recordRate.id,
      db: 'intent',
      query: T.Object({ search: T.String({ minLength: 2, maxLength: 100 }) }),
      response: T.Unsafe<FoundRecords>({ type: 'object' }),
      async handler(ctx, { query }): Promise<FoundRecords> {
        const search = query.search.trim();
        if (search.length < 2) return { groups: [], failed: [] };
        const kinds = [...ctx.contributions(RecordSearches).filter(({ ability }) => ctx.can(...ability)), settings];
        const answer: FoundRecords = { groups: [], failed: [] };
        for (const kind of kinds.toSorted((a, b) => a.order - b.order)) {
          const title = ctx.t(kind.title);
          try {
            const found = await ctx.transaction((inner) => kind.find(inner, search, MOST));
            const data = found.slice(0, MOST).flatMap((record) => shown(kernel(), ctx, record));
            if (data.length > 0) answer.groups.push({ id: kind.id, title, icon: kind.icon, data });
          } catch (error) {
            // The other kinds are found all the same, and the palette says what is missing.
            ctx.log.error({ error, kind: kind.id }, 'records could not be searched');
            answer.failed.push(title);
          }
        }
        return answer;
      },
    }),
  ];
};

/** A record with the page that shows it; one that the caller has no page for is left out. */
function shown(kernel: Kernel, ctx: Ctx, { page, ...record }: FoundRecord): FoundRecords['groups'][number]['data'] {
  const id = typeof page === 'string' ? page : pageOf(kernel, ctx, page);
  return id === undefined ? [] : [{ ...record, page: id }];
}

const pageOf = (kernel: Kernel, ctx: Ctx, { role, values = {} }: Exclude<FoundRecord['page'], string>): string | undefined =>
  pagesOfRole(kernel, ctx, role).find(({ def }) => Object.entries(values).every(([name, value]) => def.values?.[name] === value))?.def.id;
