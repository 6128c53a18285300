import { type Ctx, defineRoute, invalid, notFound, T, type Tenant } from '../../../../core/contract.ts';
import { taxRatesFor } from '../taxes/rates.service.ts';
import { declaredRates } from '../taxes/rates.store.ts';
import { BuyerBody, detailsFrom, PaymentDays, SellerBody, sellerSentOf, sentOf } from './details.schema.ts';
import { type ClientTerms, readClientTerms, readDetails, saveClientTerms, saveDetails } from './details.store.ts';
import { buyerOf, unstated } from './paper.ts';

const Done = T.Object({ result: T.String(), message: T.String() });
const Seller = T.Object(SellerBody);
const Buyer = T.Object(BuyerBody);
const At = T.Object({ companyId: T.Integer({ minimum: 1, maximum: 2_147_483_647 }) });
/** How a client is taxed: `automatic`, `exempt`, or `rate:<id>`. */
const Tax = T.String({ pattern: '^(automatic|exempt|rate:[1-9][0-9]{0,8})$' });
const Client = T.Object({
  ...BuyerBody,
  tax: Tax,
  exemption: T.Optional(T.String({ maxLength: 200 })),
  /** Left out: as the agency's own. */
  payment_days: T.Optional(PaymentDays),
});

/** Who stands on invoices as seller and as buyer. */
export const detailsRoutes = [
  defineRoute({
    id: 'billing.seller',
    method: 'GET',
    path: '/billing/seller',
    summary: "The own agency's details on its clients' invoices",
    ability: ['read', 'SellerDetails'],
    response: T.Object({ ...SellerBody, stated: T.Boolean() }),
    async handler(ctx) {
      const details = await readDetails(ctx.db, ctx.tenant.id);
      return { ...sellerSentOf(details ?? (await unstated(ctx, ctx.tenant))), stated: details !== null };
    },
  }),
  defineRoute({
    id: 'billing.seller-save',
    method: 'PUT',
    path: '/billing/seller',
    summary: "Change the own agency's details on invoices that are issued from now on",
    ability: ['update', 'SellerDetails'],
    // It may say where clients are to pay.
    stepUp: true,
    audit: 'billing.seller-changed',
    body: Seller,
    response: Done,
    async handler(ctx, { body }) {
      await saveDetails(ctx.db, ctx.tenant.id, detailsFrom(body));
      return { result: 'success', message: ctx.t('billing.details.saved') };
    },
  }),
  defineRoute({
    id: 'billing.buyer',
    method: 'GET',
    path: '/billing/buyer',
    summary: "The own company's details on invoices that it gets",
    ability: ['read', 'BuyerDetails'],
    response: Buyer,
    handler: async (ctx) => sentOf(await buyerOf(ctx, ctx.tenant)),
  }),
  defineRoute({
    id: 'billing.buyer-save',
    method: 'PUT',
    path: '/billing/buyer',
    summary: "Change the own company's details on invoices that it gets from now on",
    ability: ['update', 'BuyerDetails'],
    withoutStepUp: 'what is printed on its own invoices; no amount follows from it that its agency does not see',
    audit: 'billing.buyer-changed',
    body: Buyer,
    response: Done,
    async handler(ctx, { body }) {
      await saveDetails(ctx.db, ctx.tenant.id, detailsFrom(body));
      return { result: 'success', message: ctx.t('billing.details.saved') };
    },
  }),
  defineRoute({
    id: 'billing.client-details',
    method: 'GET',
    path: '/billing/clients/:companyId/details',
    summary: "A client's details on invoices, how it is taxed and when it pays",
    ability: ['read', 'ClientBilling'],
    params: At,
    /** `said`: the same in a line. */
    response: T.Object({ ...Client.properties, taxed: T.String(), said: T.String() }),
    async handler(ctx, { params }) {
      const client = await ownClient(ctx, params.companyId);
      const terms = await readClientTerms(ctx.db, client.id);
      const rates = await taxRatesFor(ctx, client);
      const details = sentOf(await buyerOf(ctx, client));
      const taxed =
        rates.map(({ name }) => name).join(', ') || ctx.t(terms.tax === 'exempt' ? 'billing.taxed.exempt' : 'billing.taxed.none');
      return {
        ...details,
        said: [details.legal_name, details.line1, details.city, details.tax_id, taxed].filter(Boolean).join(' · '),
        tax: terms.tax === 'chosen' ? `rate:${terms.taxRateId}` : terms.tax,
        exemption: terms.exemption,
        ...(terms.paymentDays === null ? {} : { payment_days: terms.paymentDays }),
        taxed: rates.map(({ name }) => name).join(', '),
      };
    },
  }),
  defineRoute({
    id: 'billing.client-details-save',
    method: 'PUT',
    path: '/billing/clients/:companyId/details',
    summary: 'Change what stands on the invoices of a client from now on, how it is taxed and when it pays',
    ability: ['update', 'ClientBilling'],
    stepUp: true,
    audit: 'billing.client-details-changed',
    params: At,
    body: Client,
    response: Done,
    async handler(ctx, { params, body }) {
      const client = await ownClient(ctx, params.companyId);
      const { tax, exemption = '', payment_days: paymentDays = null, ...details } = body;
      const terms = { ...(await treatmentOf(ctx, tax)), exemption: exemption.trim(), paymentDays };
      await saveDetails(ctx.db, client.id, detailsFrom(details));
      await saveClientTerms(ctx.db, client.id, terms);
      return { result: 'success', message: ctx.t('billing.details.saved') };
    },
  }),
];

async function treatmentOf(ctx: Ctx, tax: string): Promise<Pick<ClientTerms, 'tax' | 'taxRateId'>> {
  if (tax === 'automatic' || tax === 'exempt') return { tax, taxRateId: null };
  const taxRateId = Number(tax.slice('rate:'.length));
  const declared = await declaredRates(ctx.db, ctx.tenant.id);
  if (!declared.some(({ id }) => id === taxRateId)) throw invalid('tax', 'billing.problem.tax-rate');
  return { tax: 'chosen', taxRateId };
}

/** A client of the caller's agency. Throws 404 for every other company. */
async function ownClient(ctx: Ctx, id: number): Promise<Tenant> {
  const client = await ctx.company(id);
  if (client?.kind !== 'client' || client.agencyId !== ctx.tenant.id) throw notFound();
  return client;
}
