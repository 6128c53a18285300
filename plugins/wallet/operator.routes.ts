import { type Ctx, defineRoute, notFound, T, type Tenant } from '../../core/contract.ts';
import { reverseTopUp, setManualBill } from './operator.service.ts';
import { Wholesale } from './wallet.settings.ts';
import { readWallet } from './wallet.store.ts';

const CompanyId = T.Integer({ minimum: 1, maximum: 2_147_483_647 });
const Flag = T.Enum(['T', 'F']);
const Done = T.Object({ result: T.String(), message: T.String() });

/** An agency by its id; anything else is not there. */
async function agencyOf(ctx: Ctx, id: number): Promise<Tenant> {
  const company = await ctx.company(id);
  if (company?.kind !== 'agency') throw notFound();
  return company;
}

export const billing = defineRoute({
  id: 'wallet.billing',
  method: 'GET',
  path: '/wallet/billing/:companyID',
  summary: 'How an agency pays for its leads, and how much',
  ability: ['read', 'WalletBilling'],
  params: T.Object({ companyID: CompanyId }),
  response: T.Object({ companyID: T.Integer(), manualBill: Flag, ...Wholesale.schema.properties }),
  async handler(ctx, { params }) {
    const agency = await agencyOf(ctx, params.companyID);
    const { manualBill } = await readWallet(ctx.db, agency.id);
    return { companyID: agency.id, manualBill: manualBill ? ('T' as const) : ('F' as const), ...(await ctx.setting(Wholesale, agency)) };
  },
});

export const manualBill = defineRoute({
  id: 'wallet.manual-bill',
  method: 'POST',
  path: '/configuration/agencies/manual-bill',
  summary: 'Set how an agency pays for its leads, and how much',
  ability: ['update', 'WalletBilling'],
  stepUp: true,
  body: T.Object({ companyID: CompanyId, manualBill: Flag, ...T.Partial(Wholesale.schema).properties }),
  response: Done,
  async handler(ctx, { body: { companyID, manualBill: flag, ...prices } }) {
    const agency = await agencyOf(ctx, companyID);
    await setManualBill(ctx, agency, flag === 'T');
    if (Object.keys(prices).length > 0) await ctx.saveSetting(Wholesale, { ...(await ctx.setting(Wholesale, agency)), ...prices }, agency);
    await ctx.audit({
      action: 'wallet.billing-changed',
      companyId: agency.id,
      description: `Billed directly: ${flag}`,
      detail: { manualBill: flag, ...prices },
    });
    return { result: 'success', message: ctx.t('wallet.billing.saved', { name: agency.name }) };
  },
});

export const reverse = defineRoute({
  id: 'wallet.reverse-top-up',
  method: 'POST',
  path: '/configuration/agencies/prepaid/reverse-direct-payment',
  summary: 'Record that a top-up was refunded or disputed',
  ability: ['update', 'WalletBilling'],
  stepUp: true,
  body: T.Object({ company_id: CompanyId, operation_id: T.String({ format: 'uuid' }), kind: T.Enum(['refund', 'chargeback']) }),
  response: Done,
  async handler(ctx, { body }) {
    await reverseTopUp(ctx, await agencyOf(ctx, body.company_id), body.operation_id, body.kind);
    return { result: 'success', message: ctx.t('wallet.reversed') };
  },
});
