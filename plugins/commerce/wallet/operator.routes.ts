import {
  asking,
  type Contributions,
  type Ctx,
  defineRoute,
  Flag,
  flagOf,
  notFound,
  type Question,
  T,
  type Tenant,
} from '../../../core/contract.ts';
import { AgencyBills } from './contract.ts';
import { Payments } from '../../money/payments/contract.ts';
import { turnManualBill } from './operator.service.ts';
import { Wholesale } from './wallet.settings.ts';
import { readState } from './wallet.store.ts';
import { centsByProduct } from '../../money/pricing/shared.ts';
import { leadCostsOf } from './wholesale.ts';

const CompanyId = T.Integer({ minimum: 1, maximum: 2_147_483_647 });
const Done = T.Object({ result: T.String(), message: T.String() });

/** An agency by its id; anything else is not there. */
export async function agencyOf(ctx: Ctx, id: number): Promise<Tenant> {
  const company = await ctx.company(id);
  if (company?.kind !== 'agency') throw notFound();
  return company;
}

const billing = (from: Contributions) =>
  defineRoute({
    id: 'wallet.billing',
    method: 'GET',
    path: '/wallet/billing/:companyID',
    summary: 'How an agency pays for its leads, and how much',
    ability: ['read', 'WalletBilling'],
    params: T.Object({ companyID: CompanyId }),
    response: T.Object({ companyID: T.Integer(), manualBill: Flag, ...(centsByProduct(from) as object) }),
    async handler(ctx, { params }) {
      const agency = await agencyOf(ctx, params.companyID);
      const manualBill = (await readState(ctx.db, agency.id))?.manualBill;
      return { companyID: agency.id, manualBill: flagOf(manualBill === true), ...(await leadCostsOf(ctx, agency)) };
    },
  });

const manualBill = (from: Contributions) =>
  T.Object({ companyID: CompanyId, manualBill: Flag, ...(T.Partial(T.Object(centsByProduct(from))).properties as object) });
interface ManualBill {
  companyID: number;
  manualBill: 'T' | 'F';
}

/** Turns the switch, which may take a payment, and keeps prices that came with it. */
async function turn(ctx: Ctx, { companyID, manualBill: flag, ...prices }: ManualBill) {
  const agency = await ctx.transaction((tx) => agencyOf(tx, companyID));
  await turnManualBill(ctx, agency, flag === 'T');
  await ctx.transaction(async (tx) => {
    if (Object.keys(prices).length > 0) await tx.saveSetting(Wholesale, { ...(await tx.setting(Wholesale, agency)), ...prices }, agency);
    await tx.audit({
      action: 'wallet.billing-changed',
      companyId: agency.id,
      description: `Billed directly: ${flag}`,
      detail: { manualBill: flag, ...prices },
    });
  });
  return { result: 'success', message: ctx.t('wallet.billing.saved', { name: agency.name }) };
}
/** The switch, under both of the specification's names. */
function switchRoutes(from: Contributions) {
  const turns = {
    ability: ['update', 'WalletBilling'],
    stepUp: true,
    charges: true,
    db: 'intent',
    body: manualBill(from),
    response: Done,
    handler: (ctx: Ctx, { body }: { body: ManualBill }) => turn(ctx, body),
  } as const;
  return [
    ...asking(
      defineRoute({
        id: 'wallet.manual-bill',
        method: 'POST',
        path: '/configuration/agencies/manual-bill',
        summary: 'Set how an agency pays for its leads, and how much',
        ...turns,
      }),
      (ctx, { body }) => question(ctx, body),
    ),
    ...asking(
      defineRoute({
        id: 'wallet.billing-method',
        method: 'PUT',
        path: '/payment/set-billing-method',
        summary: 'Set whether an agency is billed directly',
        ...turns,
      }),
      (ctx, { body }) => question(ctx, body),
    ),
  ];
}

/** What the switch does, asked before it is turned: off may charge the agency's card. */
async function question(ctx: Ctx, { companyID, manualBill: flag }: ManualBill): Promise<Question | null> {
  const agency = await ctx.transaction((tx) => agencyOf(tx, companyID));
  const isOn = await ctx.transaction(async ({ db }) => (await readState(db, agency.id))?.manualBill === true);
  if (isOn === (flag === 'T')) return null;
  const about = { company: agency.name };
  if (flag === 'T')
    return {
      title: ctx.t('wallet.ask.manual-on', about),
      body: ctx.t('wallet.ask.manual-on.body', about),
      button: ctx.t('wallet.ask.manual-on.button'),
    };
  const cents = (await ctx.contributions(AgencyBills)[0]?.toDateCents(ctx, agency)) ?? 0;
  const charge = await ctx.transaction((tx) =>
    tx.use(Payments).question(agency.id, { what: tx.t('wallet.ask.to-date', about), cents, more: tx.t('wallet.ask.manual-off.failing') }),
  );
  const stops = ctx.t('wallet.ask.manual-off.stops', about);
  return {
    title: ctx.t('wallet.ask.manual-off', about),
    body: charge ? `${stops} ${charge.body}` : stops,
    button: charge ? charge.button : ctx.t('wallet.ask.manual-off.button'),
  };
}

export const operatorRoutes = (from: Contributions) => [billing(from), ...switchRoutes(from)];
