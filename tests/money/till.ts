import { definePlugin, defineRoute, contribute, subscribe, T } from '../../core/contract.ts';
import type { Campaign } from '../../plugins/campaign-management/campaigns/contract.ts';
import { Ledger, PostingCodes } from '../../plugins/money/ledger/contract.ts';
import { Wallet, WalletEmptied, WalletFunded } from '../../plugins/commerce/wallet/contract.ts';
import { walletGuard } from '../../plugins/commerce/wallet/wallet.service.ts';

/** What subscribers were told, in order. */
export const told: { event: 'emptied' | 'funded'; agencyId: number }[] = [];

const Charges = T.Array(
  T.Object({ leadId: T.String(), campaignId: T.Integer(), companyId: T.Integer(), retailCents: T.Integer(), wholesaleCents: T.Integer() }),
);

/** Stands for the lead pipeline: sells leads through the port. */
export const till = definePlugin({
  manifest: { id: 'till', version: '1.0.0', core: '^1', level: 'platform', requires: { ledger: '^1', wallet: '^1' } },
  contributions: [contribute(PostingCodes, [{ code: 'till.fee', title: 'core.problem.invalid' }])],
  routes: [
    defineRoute({
      id: 'till.charge',
      method: 'POST',
      path: '/till/charge',
      summary: 'Charge leads',
      ability: 'signed-in',
      body: T.Object({ agencyId: T.Integer(), charges: Charges }),
      response: T.Object({}),
      async handler(ctx, { body }) {
        await ctx.use(Wallet).chargeLeads(body.agencyId, body.charges);
        return {};
      },
    }),
    defineRoute({
      id: 'till.sell',
      method: 'POST',
      path: '/till/sell',
      summary: 'Charge as many leads as the wallet can pay',
      ability: 'signed-in',
      body: T.Object({ agencyId: T.Integer(), companyId: T.Integer(), leadIds: T.Array(T.String()), cents: T.Integer() }),
      response: T.Object({ sold: T.Integer() }),
      async handler(ctx, { body: { agencyId, companyId, leadIds, cents } }) {
        const wallet = ctx.use(Wallet);
        const { leads: sold } = await wallet.affordable(agencyId, companyId, cents, leadIds.length);
        await wallet.chargeLeads(
          agencyId,
          leadIds.slice(0, sold).map((leadId) => ({ leadId, campaignId: 1, companyId, retailCents: 200, wholesaleCents: cents })),
        );
        return { sold };
      },
    }),
    defineRoute({
      id: 'till.post',
      method: 'POST',
      path: '/till/post',
      summary: 'Bill a client a fee',
      ability: 'signed-in',
      body: T.Object({ companyId: T.Integer(), key: T.String(), cents: T.Integer() }),
      response: T.Object({ isNew: T.Boolean() }),
      handler: async (ctx, { body: { companyId, key, cents } }) => ({
        isNew: await ctx.use(Ledger).post(ctx.tenant.id, {
          key: `till:${key}`,
          code: 'till.fee',
          companyId,
          entries: [
            { companyId, account: 'receivable', cents },
            { companyId: ctx.tenant.id, account: 'revenue', cents: -cents },
          ],
        }),
      }),
    }),
    defineRoute({
      id: 'till.balance',
      method: 'GET',
      path: '/till/balance/:agencyId',
      summary: 'Balance of an agency',
      ability: 'signed-in',
      params: T.Object({ agencyId: T.Integer() }),
      response: T.Object({ cents: T.Integer(), onWallet: T.Boolean() }),
      handler: (ctx, { params }) => ctx.use(Wallet).balance(params.agencyId),
    }),
    defineRoute({
      id: 'till.guard',
      method: 'GET',
      path: '/till/guard',
      summary: 'What stands in the way of a campaign',
      ability: 'signed-in',
      response: T.Object({ codes: T.Array(T.String()) }),
      handler: async (ctx) => ({
        codes: (await walletGuard(ctx, { product: 'local', agencyId: ctx.tenant.agencyId } as Campaign)).map((f) => f.code),
      }),
    }),
  ],
  on: [
    subscribe({
      id: 'till.emptied',
      event: WalletEmptied,
      run: async (_ctx, { agencyId }) => void told.push({ event: 'emptied', agencyId }),
    }),
    subscribe({ id: 'till.funded', event: WalletFunded, run: async (_ctx, { agencyId }) => void told.push({ event: 'funded', agencyId }) }),
  ],
});
