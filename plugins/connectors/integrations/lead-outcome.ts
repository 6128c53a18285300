import type { Knex } from 'knex';
import { type Ctx, type State } from '../../../core/contract.ts';
import type { LeadFacet } from '../../lead-intake/leads/contract.ts';
import { AS_NEW, type DeliveryState } from './deliveries.store.ts';

/** What a lead's deliveries come to, the worst first: states of deliveries, of which one is enough. */
const OUTCOMES: readonly (readonly [outcome: string, of: readonly DeliveryState[]])[] = [
  ['rejected', ['rejected']],
  ['held', ['held']],
  ['waiting', ['pending', 'failed']],
  ['delivered', ['delivered']],
  ['stopped', ['discarded', 'skipped']],
];
/** No delivery of it was ever made. */
const NONE = 'none';
const SEVERITIES: Record<string, State['severity']> = { rejected: 'bad', held: 'warn', waiting: 'info', delivered: 'good' };
const state = (outcome: string): State => ({ title: `integrations.outcome.${outcome}`, severity: SEVERITIES[outcome] ?? 'neutral' });

const ofLead = (ctx: Ctx, lead: string): Knex.QueryBuilder =>
  ctx.query('Delivery').where(AS_NEW).whereRaw('integrations_delivery.lead_id = ??', [lead]);
const among = (states: readonly DeliveryState[]): string => `state in (${states.map((name) => `'${name}'`).join(', ')})`;

/** How leads were delivered by the connections of the caller's company. */
export const deliveryOutcome: LeadFacet = {
  name: 'delivery',
  title: 'integrations.outcome',
  ability: ['read', 'Delivery'],
  states: Object.fromEntries([...OUTCOMES.map(([outcome]) => outcome), NONE].map((outcome) => [outcome, state(outcome)])),
  valueOf(ctx, lead) {
    const cases = OUTCOMES.map(([outcome, states]) => `when bool_or(${among(states)}) then '${outcome}'`);
    return ofLead(ctx, lead).select(ctx.db.raw(`case ${cases.join(' ')} else '${NONE}' end`));
  },
  holds(ctx, lead, value) {
    const at = OUTCOMES.findIndex(([outcome]) => outcome === value);
    const any = (states: readonly DeliveryState[]) => ofLead(ctx, lead).whereRaw(among(states)).select(ctx.db.raw('1'));
    if (at < 0) return ctx.db.raw('not exists ?', [ofLead(ctx, lead).select(ctx.db.raw('1'))]);
    const worse = OUTCOMES.slice(0, at).flatMap(([, states]) => states);
    const found = ctx.db.raw('exists ?', [any(OUTCOMES[at]![1])]);
    return worse.length === 0 ? found : ctx.db.raw('(? and not exists ?)', [found, any(worse)]);
  },
};
