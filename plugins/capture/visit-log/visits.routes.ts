import { type Ctx, defineRoute, invalid, notFound, T } from '../../../core/contract.ts';
import { Leads } from '../../leads/contract.ts';
import { isPlace, type LoggedVisit, placeOf, type Result, RESULTS, visitAt, visitsBehind } from './visits.store.ts';

const Visit = T.Object({
  id: T.String(),
  at: T.String({ format: 'date-time' }),
  /** Path of the page; empty where it could name somebody. */
  page: T.String(),
  came_from: T.String(),
  device: T.String(),
  result: T.Enum([...RESULTS]),
  /** What it is called how the visit ended, why, and the tab of the campaign's page where that can be changed. */
  reason: T.String(),
  why: T.String(),
  remedy: T.Union([T.String(), T.Null()]),
  campaign_id: T.Integer(),
  lead_id: T.Union([T.String(), T.Null()]),
});
const MOST = 50;

/** The visit log. Page views that were refused at once, such as those of robots, are only counted and are not in it. */
export const visitRoutes = [
  defineRoute({
    id: 'capture.visits',
    method: 'GET',
    path: '/capture/visits',
    summary: 'Visits of a campaign with what became of each, newest first; nothing of the visitor',
    ability: ['read', 'Visit'],
    query: T.Object({
      campaignId: T.Integer({ minimum: 1, maximum: 2_147_483_647 }),
      cursor: T.Optional(T.String({ maxLength: 80 })),
      outcome: T.Optional(T.String({ pattern: '^[a-z_]{0,40}$' })),
      result: T.Optional(T.Enum(['', ...RESULTS])),
    }),
    response: T.Object({ data: T.Array(Visit), next: T.Union([T.String(), T.Null()]) }),
    async handler(ctx, { query: { campaignId, cursor, outcome, result } }) {
      if (cursor && !isPlace(cursor)) throw invalid('cursor', 'capture.problem.cursor');
      const filter = { campaignId, outcome: outcome || undefined, result: result || undefined };
      const rows = await visitsBehind(ctx, filter, cursor || undefined, MOST);
      const last = rows.length === MOST ? rows.at(-1) : undefined;
      return { data: rows.map((visit) => shown(ctx, visit)), next: last ? placeOf(last) : null };
    },
  }),
  defineRoute({
    id: 'capture.visit',
    method: 'GET',
    path: '/capture/visits/:id',
    summary: 'One visit with what became of it, and why',
    ability: ['read', 'Visit'],
    params: T.Object({ id: T.String({ pattern: '^\\d{1,9}~-?\\d{1,19}$' }) }),
    response: Visit,
    async handler(ctx, { params }) {
      const [slot, fingerprint] = params.id.split('~') as [string, string];
      const visit = BigInt.asIntN(64, BigInt(fingerprint)) === BigInt(fingerprint) && (await visitAt(ctx, Number(slot), fingerprint));
      if (!visit) throw notFound();
      return shown(ctx, visit);
    },
  }),
];

function shown(ctx: Ctx, visit: LoggedVisit) {
  const result = resultOf(visit);
  const outcome = ctx.use(Leads).outcome(visit.outcome ?? (result === 'held' ? 'review' : ''));
  return {
    id: `${visit.slot}~${visit.fingerprint}`,
    at: visit.at.toISOString(),
    page: visit.url ? pageOf(visit.url) : ctx.t('capture.visits.no-page'),
    came_from: visit.came_from || ctx.t('capture.visits.direct'),
    device: deviceText(ctx, visit.device ?? ''),
    result,
    reason: ctx.t(outcome?.title ?? `capture.visits.${result}`),
    why: ctx.t(outcome?.why ?? `capture.visits.${result}.why`),
    remedy: outcome?.remedy ?? null,
    campaign_id: visit.campaign_id,
    lead_id: visit.lead_id,
  };
}

function resultOf({ state, outcome }: LoggedVisit): Result {
  if (state === 'review') return 'held';
  if (state !== 'done') return 'waiting';
  return outcome === 'lead' || outcome === 'repeat' ? outcome : 'none';
}

const pageOf = (url: string): string => {
  const { pathname, hash } = URL.parse(url) ?? { pathname: url, hash: '' };
  return pathname + hash;
};

/** `Phone, Safari, iOS`: what is known of it. */
function deviceText(ctx: Ctx, device: string): string {
  const [kind = '', browser = '', os = ''] = device.split('/');
  const isKnown = kind === 'phone' || kind === 'tablet' || kind === 'desktop';
  return [isKnown ? ctx.t(`capture.device.${kind}`) : kind, browser, os].filter(Boolean).join(', ');
}
