import { defineSetting, T } from '../../core/contract.ts';

/** An object of its own for each product, for a form gives each a title of its own. */
const cents = () => T.Integer({ minimum: 0, maximum: 1_000_000 });

/** What a client pays its agency for a lead of a new campaign, in cents, by product. */
export const Prices = defineSetting({
  id: 'campaigns.prices',
  title: 'campaigns.setting.prices',
  scope: 'agency',
  schema: T.Object({ local: cents(), locator: cents(), enhance: cents(), b2b: cents() }),
  default: { local: 150, locator: 200, enhance: 250, b2b: 300 },
  read: ['update', 'CampaignPrice'],
  write: ['update', 'CampaignPrice'],
});
