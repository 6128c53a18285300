import { defineRoute, type PageExtension, T } from '../../../core/contract.ts';
import { Wallet } from './contract.ts';
import { agencyOf } from './operator.routes.ts';
import { WALLET_TOPIC } from './top-up.service.ts';

/** What an agency has left to pay for leads, for operators. */
export const agencyBalance = defineRoute({
  id: 'wallet.balance-of',
  method: 'GET',
  path: '/wallet/agencies/:companyID/balance',
  summary: "What is in an agency's data wallet, in cents; null where it pays otherwise",
  ability: ['read', 'WalletBilling'],
  params: T.Object({ companyID: T.Integer({ minimum: 1, maximum: 2_147_483_647 }) }),
  response: T.Object({ balance: T.Union([T.Object({ value: T.Integer() }), T.Null()]) }),
  async handler(ctx, { params }) {
    const agency = await agencyOf(ctx, params.companyID);
    const { cents, onWallet } = await ctx.use(Wallet).balance(agency.id);
    return { balance: onWallet ? { value: cents } : null };
  },
});

/** The wallet of an agency, among the figures of its page. */
export const walletOnPage: PageExtension = {
  role: 'companies.agency',
  order: 8,
  blocks: [],
  tabs: [
    {
      id: 'overview',
      title: 'wallet.stats.balance',
      order: 10,
      blocks: [
        {
          as: 'trends',
          source: { route: 'wallet.balance-of', params: { companyID: { from: 'row', field: 'company_id' } }, live: WALLET_TOPIC },
          items: [{ field: 'balance', title: 'wallet.page.balance', as: 'money', help: 'wallet.stats.balance.help' }],
        },
      ],
    },
  ],
};
