import { type Ctx, type Static, T } from '../../../../core/contract.ts';
import { Leads } from '../../leads/contract.ts';
import { type LoggedVisit, type Result, RESULTS } from './visits.store.ts';

/** A visit as the log shows it: nothing of the visitor, unless they are a lead. */
export const ShownVisit = T.Object({
  id: T.String(),
  at: T.String({ format: 'date-time' }),
  /** Path of the page; empty where it could name somebody. */
  page: T.String(),
  came_from: T.String(),
  device: T.String(),
  /** Where the person of a lead lives; empty for everybody else. */
  place: T.String(),
  result: T.Enum([...RESULTS]),
  outcome: T.String(),
  /** What it is called how the visit ended, why, and the tab of the campaign's page and the field of its form where that can be changed. */
  reason: T.String(),
  why: T.String(),
  remedy: T.Union([T.String(), T.Null()]),
  setting: T.Union([T.String(), T.Null()]),
  campaign_id: T.Integer(),
  lead_id: T.Union([T.String(), T.Null()]),
});
type Shown = Static<typeof ShownVisit>;

/** The visits in their order. */
export async function shownVisits(ctx: Ctx, visits: readonly LoggedVisit[]): Promise<Shown[]> {
  const ids = [...new Set(visits.flatMap(({ lead_id }) => lead_id ?? []))];
  const homes = new Map((await ctx.use(Leads).byId(ids)).map(({ id, city, state }) => [id, [city, state].filter(Boolean).join(', ')]));
  return visits.map((visit) => shown(ctx, visit, homes.get(visit.lead_id ?? '') ?? ''));
}

function shown(ctx: Ctx, visit: LoggedVisit, place: string): Shown {
  const result = resultOf(visit);
  const name = visit.outcome ?? (result === 'held' ? 'review' : '');
  const outcome = ctx.use(Leads).outcome(name);
  return {
    id: `${visit.slot}~${visit.fingerprint}`,
    at: visit.at.toISOString(),
    page: visit.url ? pageOf(visit.url) : ctx.t('capture.visits.no-page'),
    came_from: visit.came_from || ctx.t('capture.visits.direct'),
    device: deviceText(ctx, visit.device ?? ''),
    place,
    result,
    outcome: name,
    reason: ctx.t(outcome?.title ?? `capture.visits.${result}`),
    why: ctx.t(outcome?.why ?? `capture.visits.${result}.why`),
    remedy: outcome?.remedy ?? null,
    setting: outcome?.setting ?? null,
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
