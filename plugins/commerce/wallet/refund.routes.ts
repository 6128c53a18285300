import { conflict, type Ctx, defineRoute, invalid, notFound, T, type Tenant } from '../../../core/contract.ts';
import { Payments } from '../../money/payments/contract.ts';
import { agencyOf } from './operator.routes.ts';
import { TOP_UP } from './top-up.service.ts';

export const reverse = defineRoute({
  id: 'wallet.reverse-top-up',
  method: 'POST',
  path: '/configuration/agencies/prepaid/reverse-direct-payment',
  summary: 'Give an agency back what is left of a top-up',
  ability: ['update', 'WalletBilling'],
  stepUp: true,
  db: 'intent',
  body: T.Object({
    company_id: T.Integer({ minimum: 1, maximum: 2_147_483_647 }),
    operation_id: T.String({ format: 'uuid' }),
    kind: T.Optional(T.Enum(['refund'])),
  }),
  response: T.Object({ result: T.String(), message: T.String() }),
  async handler(ctx, { body }) {
    const agency = await ctx.transaction((inner) => agencyOf(inner, body.company_id));
    const isNew = await ctx.as(agency, (inner) => giveBack(inner, agency, body.operation_id));
    return { result: 'success', message: ctx.t(isNew ? 'wallet.reversed' : 'wallet.problem.reversed') };
  },
});

/**
 * Asks the provider to give back what it did not yet of a paid top-up; the wallet follows in the same
 * transaction that notes it. False when all of it went back before: a repeated click is no fault.
 */
async function giveBack(ctx: Ctx, agency: Tenant, id: string): Promise<boolean> {
  const find = () => ctx.transaction((inner) => inner.use(Payments).find(id));
  const paid = await find();
  if (paid?.companyId !== agency.id || paid.kind !== TOP_UP) throw notFound();
  if (paid.state !== 'succeeded') throw invalid('operation_id', 'wallet.problem.not-paid');
  const left = paid.amountCents - paid.refundedCents;
  if (left === 0) return false;
  await ctx.use(Payments).refund(id, left, `Top-up of ${agency.name}`);
  if ((await find())?.refundedCents !== paid.amountCents) throw conflict('wallet.problem.not-reversed');
  return true;
}
