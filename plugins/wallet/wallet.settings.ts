import { defineSetting, T } from '../../core/contract.ts';

/** Feature by which root gives agencies the data wallet. */
export const DATA_WALLET = 'wallet.data_wallet';

/** An object of its own for each product, for a form gives each a title of its own. */
const cents = () => T.Integer({ minimum: 0, maximum: 1_000_000 });

/**
 * What an agency pays the root for a lead while its cost has not been set for the product and payment term, in cents. Root writes
 * it, for all agencies or for one.
 */
export const Wholesale = defineSetting({
  id: 'wallet.wholesale',
  title: 'wallet.setting.wholesale',
  scope: 'agency',
  schema: T.Object({ local: cents(), locator: cents(), enhance: cents(), b2b: cents() }),
  default: { local: 50, locator: 80, enhance: 120, b2b: 150 },
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
  scope: 'agency',
  schema: T.Object({ cents: T.Integer({ minimum: 0, maximum: 1_000_000_000 }) }),
  default: { cents: 0 },
  read: ['read', 'Wallet'],
  write: ['update', 'Wallet'],
});
