import { type Ctx, defineRoute, notFound, T, type Tenant } from '../../core/contract.ts';
import { reverseTopUp, setManualBill } from './operator.service.ts';

const CompanyId = T.Integer({ minimum: 1, maximum: 2_147_483_647 });
const Done = T.Object({ result: T.String(), message: T.String() });

/** An agency by its id; anything else is not there. */
async function agencyOf(ctx: Ctx, id: number): Promise<Tenant> {
  const company = await ctx.company(id);
  if (company?.kind !== 'agency') throw notFound();
  return company;
}

export const manualBill = defineRoute({
  id: 'wallet.manual-bill', method: 'POST', path: '/configuration/agencies/manual-bill', summary: 'Bill an agency for its leads directly, or not',
  ability: ['update', 'WalletBilling'], stepUp: true, audit: 'wallet.manual-bill-switched',
  body: T.Object({ companyID: CompanyId, manualBill: T.Enum(['T', 'F']) }),
  response: Done,
  async handler(ctx, { body }) {
    await setManualBill(ctx, await agencyOf(ctx, body.companyID), body.manualBill === 'T');
    return { result: 'success', message: ctx.t('wallet.saved') };
  },
});

export const reverse = defineRoute({
  id: 'wallet.reverse-top-up', method: 'POST', path: '/configuration/agencies/prepaid/reverse-direct-payment',
  summary: 'Record that a top-up was refunded or disputed', ability: ['update', 'WalletBilling'], stepUp: true,
  body: T.Object({ company_id: CompanyId, operation_id: T.String({ format: 'uuid' }), kind: T.Enum(['refund', 'chargeback']) }),
  response: Done,
  async handler(ctx, { body }) {
    await reverseTopUp(ctx, await agencyOf(ctx, body.company_id), body.operation_id, body.kind);
    return { result: 'success', message: ctx.t('wallet.reversed') };
  },
});
