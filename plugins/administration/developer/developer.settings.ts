import { defineSetting, T } from '../../../core/contract.ts';

const Cents = (title: string) => T.Integer({ minimum: 0, maximum: 100_000_000, title });

/** What developer mode costs; root says it for all agencies or for one. US cents. */
export const Terms = defineSetting({
  id: 'developer.terms',
  title: 'developer.setting.terms',
  level: 'agency',
  schema: T.Object({
    first_time_charge: Cents('developer.terms.first_time_charge'),
    minimum_spend_max: Cents('developer.terms.minimum_spend_max'),
    /** Minimum spend of the first months, one after the other; the maximum holds afterwards. */
    minimum_spend_amount_list: T.Array(T.Integer({ minimum: 0, maximum: 100_000_000 }), { maxItems: 24 }),
  }),
  default: { first_time_charge: 50_000, minimum_spend_max: 200_000, minimum_spend_amount_list: [50_000, 100_000, 150_000] },
  read: 'signed-in',
  write: ['update', 'DeveloperMode'],
});
