import { type Contributions, defineRoute, List, type RateDef, T, type TSchema } from '../../../../core/contract.ts';
import { broughtFields, CampaignId, settable } from '../../../campaign-management/campaigns/shared.ts';
import { BackTests } from '../contract.ts';
import { backTest } from './back-test.service.ts';

const Cents = T.Integer({ minimum: 0 });
const Count = T.Integer({ minimum: 0 });

/** Each may take seconds of the database. */
export const backTestRates: RateDef[] = [{ id: 'products.back-test', points: 30, seconds: 60, by: 'account' }];

/** Takes the fields that any of the products offers to try; a campaign of another product refuses them. */
export function backTestRoute(from: Contributions) {
  const all: Record<string, TSchema> = { ...broughtFields(from), ...settable };
  const tried = new Set(from.of(BackTests).flatMap(({ fields }) => fields));
  return defineRoute({
    id: 'products.back-test',
    method: 'POST',
    path: '/leadspeek/backtest',
    summary: 'What a campaign with other settings would have brought in the last 30 days: leads and cost by day. Changes nothing',
    ability: ['update', 'Campaign'],
    viewMode: 'allow',
    unlogged: 'reads only; what is tried may be longer than an address',
    rate: 'products.back-test',
    body: T.Object({ leadspeekID: CampaignId, ...Object.fromEntries(Object.entries(all).filter(([name]) => tried.has(name))) }),
    response: T.Object({
      /** The first and last local day, and the zone of the campaign whose days they are. */
      first: T.String(),
      last: T.String(),
      timezone: T.String(),
      /** Everybody who was observed, those of them who were recognised, and those recognised of whom nothing is kept to judge them by. */
      observed: Count,
      recognised: Count,
      notKnown: Count,
      leads: Count,
      cost_cents: Cents,
      price_cents: Cents,
      /** A campaign of the client whose observations were taken because this one has none; else empty. */
      standsFor: T.String(),
      days: T.Object({
        data: T.Array(
          T.Object({
            day: T.String(),
            observed: Count,
            recognised: Count,
            notKnown: Count,
            leads: Count,
            cost_cents: Cents,
            ended: T.Record(T.String(), Count),
          }),
        ),
      }),
      reasons: List(T.Object({ outcome: T.String(), title: T.String(), why: T.String(), count: Count })),
    }),
    handler: (ctx, { body: { leadspeekID, ...sent } }) => backTest(ctx, leadspeekID, sent),
  });
}
