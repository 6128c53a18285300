import { defineSetting, T } from '../../core/contract.ts';

/** Feature by which root gives agencies the data wallet. */
export const DATA_WALLET = 'wallet.data_wallet';

const Cents = T.Integer({ minimum: 0, maximum: 1_000_000 });

/** What an agency pays the root for a lead, in cents, by product. Root writes it, for all agencies or for one. */
export const Wholesale = defineSetting({
  id: 'wallet.wholesale', title: 'wallet.setting.wholesale', scope: 'agency',
  schema: T.Object({ local: Cents, locator: Cents, enhance: Cents, b2b: Cents }),
  default: { local: 50, locator: 80, enhance: 120, b2b: 150 },
  read: ['read', 'WholesalePrice'], write: ['update', 'WholesalePrice'],
});
