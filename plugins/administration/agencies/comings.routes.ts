import { type Ctx, defineRoute, type PageExtension, periodOf, T } from '../../../core/contract.ts';
import { AGENCY_NEWS } from '../../foundation/companies/contract.ts';

/** So many of them at the most. */
const MOST = 50;
const SHOWN = {
  joined: { icon: 'building', severity: 'good' },
  left: { icon: 'logout', severity: 'bad' },
} as const;

interface Coming {
  id: number;
  name: string;
  what: keyof typeof SHOWN;
  at: Date;
}

/** Agencies that came or left between two instants, of those that the caller looks after, the newest first. */
async function comings(ctx: Ctx, { from, to }: { from: Date; to: Date }): Promise<Coming[]> {
  const of = (what: Coming['what'], column: 'created_at' | 'removed_at') =>
    ctx
      .query('Agency')
      .join('core_public_company as t', 't.id', 'agencies_profile.company_id')
      .where(`t.${column}`, '>=', from)
      .where(`t.${column}`, '<', to)
      .select('t.id', 't.name', ctx.db.raw(`? as what, t.${column} as at`, [what]));
  return (await ctx.db
    .from(of('joined', 'created_at').unionAll(of('left', 'removed_at')).as('c'))
    .orderBy('at', 'desc')
    .limit(MOST)) as Coming[];
}

export const comingsRoute = defineRoute({
  id: 'agencies.comings',
  method: 'GET',
  path: '/agencies/comings',
  summary: 'New agencies of a period and those that left, newest first',
  ability: ['read', 'Agency'],
  query: T.Object({ period: T.Optional(T.String({ maxLength: 30 })) }),
  response: T.Object({
    data: T.Array(
      T.Object({
        id: T.String(),
        at: T.String(),
        heading: T.String(),
        text: T.String(),
        icon: T.String(),
        severity: T.String(),
        address: T.Union([T.String(), T.Null()]),
      }),
    ),
  }),
  async handler(ctx, { query }) {
    const rows = await comings(ctx, periodOf(query.period, ctx.timezone, ctx.now));
    return {
      data: rows.map(({ id, name, what, at }) => ({
        id: `${id} ${what}`,
        at: at.toISOString(),
        heading: name || ctx.t('agencies.comings.erased', { id }),
        text: ctx.t(`agencies.comings.${what}`),
        ...SHOWN[what],
        // Whoever left stands in no list any more.
        address: what === 'left' ? null : `/configuration/agency-list?q=${encodeURIComponent(name)}`,
      })),
    };
  },
});

/** On the root's home. */
export const comingsOnHome: PageExtension = {
  role: 'campaigns.dashboard',
  where: { product: '' },
  order: 47,
  blocks: [
    {
      as: 'timeline',
      title: 'agencies.comings.title',
      source: { route: 'agencies.comings', query: { period: { from: 'query', field: 'period' } }, live: AGENCY_NEWS },
      key: 'id',
      at: 'at',
      heading: 'heading',
      text: 'text',
      icon: 'icon',
      severity: 'severity',
      address: 'address',
      empty: { title: 'agencies.comings.empty', help: 'agencies.comings.empty.help' },
    },
  ],
};
