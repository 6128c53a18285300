import { defineSetting, T } from '../../../core/contract.ts';
import { centsByProduct } from '../../money/pricing/shared.ts';

/** Feature by which root gives agencies the data wallet. */
export const DATA_WALLET = 'wallet.data_wallet';

/**
 * What an agency pays the root for a lead while its cost has not been set for the product and payment term, in cents by product. Root writes
 * it, for all agencies or for one; a product that is left out has its usual price.
 */
export const Wholesale = defineSetting({
  id: 'wallet.wholesale',
  title: 'wallet.setting.wholesale',
  level: 'agency',
  schema: T.Record(T.String({ maxLength: 40 }), T.Integer({ minimum: 0, maximum: 1_000_000 })),
  accepts: (ctx) => T.Partial(T.Object(centsByProduct(ctx))),
  default: {},
  read: ['read', 'WholesalePrice'],
  write: ['update', 'WholesalePrice'],
});

/** What automatic top-ups may take in a month as callers send it, in cents. */
export const MostPerMonth = T.Integer({ minimum: 1, maximum: 1_000_000_000 });

/**
 * What automatic top-ups may take from an agency's card in a month, in cents; 0: four times the amount of one. It stands in no list of
 * settings: it is written by `saveCeiling` alone, which knows what one top-up is.
 */
export const Ceiling = defineSetting({
  id: 'wallet.ceiling',
  title: 'wallet.top-up.most_per_month',
  level: 'agency',
  schema: T.Object({ cents: T.Integer({ minimum: 0, maximum: 1_000_000_000 }) }),
  default: { cents: 0 },
  read: ['read', 'Wallet'],
  write: ['update', 'Wallet'],
});
