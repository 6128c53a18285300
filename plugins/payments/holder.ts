import { type Ctx, type HolderCheck, notFound, PaymentKeys, Problem, type Tenant } from '../../core/contract.ts';
import type { Operation } from './contract.ts';
import { answered, gatewayFor } from './gateway/index.ts';
import { holderAnswers } from './gateway/sandbox-bank.ts';
import { look } from './operations.service.ts';
import { findOperation } from './operations.store.ts';

/** What the browser needs beyond the secret to reach the provider. */
function providerOf(ctx: Ctx): Pick<HolderCheck, 'gateway' | 'publishableKey'> {
  const { stripe } = ctx.use(PaymentKeys);
  return stripe ? { gateway: 'stripe', publishableKey: stripe.publishableKey } : { gateway: 'sandbox', publishableKey: null };
}

/** The refusal of a card whose bank wants to hear the holder before it may be kept. */
export function cardToConfirm(ctx: Ctx, { account, card, secret }: { account: string; card: string; secret: string }): Problem {
  const confirm: HolderCheck = {
    ...providerOf(ctx),
    what: 'card',
    account: account || null,
    company: ctx.tenant.id,
    operation: null,
    amountCents: null,
    card,
    secret,
  };
  return new Problem(409, 'payments.problem.confirm-card', { extra: { confirm } });
}

/** See `PaymentsApi.refusal`. Whoever looks through somebody's account is not his card's holder. */
export async function refusal(ctx: Ctx, { id, companyId, clientSecret, amountCents }: Operation, code: string): Promise<Problem> {
  if (!clientSecret || ctx.viewedBy) return refused(ctx, code);
  const { card, account } = (await ctx.transaction(({ db }) => findOperation(db, id)))!;
  const confirm: HolderCheck = {
    ...providerOf(ctx),
    what: 'payment',
    account: account || null,
    company: companyId,
    operation: id,
    amountCents,
    card,
    secret: clientSecret,
  };
  return refused(ctx, code, { confirm });
}

/** The specification's calls answer a refused payment with `result` and `message`. */
const refused = (ctx: Ctx, code: string, more: object = {}): Problem =>
  new Problem(402, code, { extra: { result: 'failed', message: ctx.t(code), ...more } });

/** Who has the secret, at a host of the payer's or above. Everybody else finds nothing. */
interface Asker {
  company: number;
  secret: string;
}

async function agencyOf(ctx: Ctx, companyId: number): Promise<Tenant> {
  const payer = await ctx.company(companyId);
  if (!payer || ![payer.id, payer.agencyId, payer.rootId].includes(ctx.tenant.id)) throw notFound();
  return payer.kind === 'client' ? (await ctx.company(payer.agencyId))! : payer;
}

/**
 * What became of a payment that the holder confirmed, asked of the provider and written down at once. What the browser says of it is
 * not believed. Never inside a transaction.
 */
export async function confirmed(ctx: Ctx, by: Asker, operationId: string): Promise<Operation['state']> {
  const agency = await ctx.transaction((inner) => agencyOf(inner, by.company));
  return ctx.as(agency, async (own) => {
    const find = () => own.transaction(({ db }) => findOperation(db, operationId));
    const row = await find();
    if (row?.company_id !== by.company) throw notFound();
    // A webhook may have been first; the secret is forgotten then.
    if (row.state === 'succeeded') return row.state;
    if (row.client_secret !== by.secret) throw notFound();
    await answered(look(own, row));
    return (await find())!.state;
  });
}

/** The holder speaks with the sandbox's bank. Never inside a transaction. */
export async function tellSandboxBank(ctx: Ctx, by: Asker, confirms: boolean): Promise<void> {
  const agency = await ctx.transaction((inner) => agencyOf(inner, by.company));
  const isAsked = gatewayFor(ctx).id === 'sandbox' && (await ctx.as(agency, (own) => holderAnswers(own, by.secret, confirms)));
  if (!isAsked) throw notFound();
}
