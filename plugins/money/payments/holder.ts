import { setTimeout as sleep } from 'node:timers/promises';
import { type Confirmation, type Ctx, notFound, Problem } from '../../../core/contract.ts';
import { type Operation, Stripe } from './contract.ts';
import { gatewayFor } from './provider.ts';
import { holderAnswers } from './gateway/sandbox-bank.ts';
import { RECONCILE } from './operations.service.ts';
import { askAgain, confirmable, findOperation, isToBeAsked } from './operations.store.ts';
import type { HolderCheck } from './holder-check.ts';

/** What the browser needs beyond the secret to reach the provider. */
function providerOf(ctx: Ctx): Pick<HolderCheck, 'gateway' | 'publishableKey'> {
  const stripe = ctx.service(Stripe);
  return { gateway: stripe ? 'stripe' : 'sandbox', publishableKey: stripe?.publishableKey ?? null };
}

/** The dialog in which the holder answers their bank. */
const confirmation = (ctx: Ctx, details: HolderCheck): Confirmation => ({
  dialog: 'payments.holder',
  title: ctx.t('payments.holder.title'),
  refused: ctx.t(details.what === 'card' ? 'payments.holder.card-refused' : 'payments.holder.refused'),
  details,
});

/** The refusal of a card whose bank wants to hear the holder before it may be kept. */
export function cardToConfirm(ctx: Ctx, { account, card, secret }: { account: string; card: string; secret: string }): Problem {
  const confirm = confirmation(ctx, {
    ...providerOf(ctx),
    what: 'card',
    account: account || null,
    company: ctx.tenant.id,
    operation: null,
    amountCents: null,
    card,
    secret,
  });
  return new Problem(409, 'payments.problem.confirm-card', { extra: { confirm } });
}

/** See `PaymentsApi.refusal`. Neither the agency nor whoever looks through somebody's account is their card's holder. */
export async function refusal(ctx: Ctx, { id, companyId, clientSecret, amountCents }: Operation, code: string): Promise<Problem> {
  if (!clientSecret || ctx.viewedBy || ctx.tenant.id !== companyId) return refused(ctx, code);
  const { card, account } = (await ctx.transaction(({ db }) => findOperation(db, id)))!;
  const confirm = confirmation(ctx, {
    ...providerOf(ctx),
    what: 'payment',
    account: account || null,
    company: companyId,
    operation: id,
    amountCents,
    card,
    secret: clientSecret,
  });
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

/** In the name of the payer, whoever of their people or with their link asks. */
async function asPayer<R>(ctx: Ctx, companyId: number, work: (own: Ctx) => Promise<R>): Promise<R> {
  const payer = await ctx.transaction((inner) => inner.company(companyId));
  if (!payer || ![payer.id, payer.agencyId, payer.rootId].includes(ctx.tenant.id)) throw notFound();
  return ctx.tenant.id === payer.id ? work(ctx) : ctx.as(payer, work);
}

const WAIT_MS = 10_000;

/**
 * Whether a payment that the holder says they confirmed has succeeded: a worker asks the provider at once, and what the browser says is
 * not believed. Throws 503 while the provider does not answer. Never inside a transaction.
 */
export const confirmed = (ctx: Ctx, by: Asker, operationId: string): Promise<boolean> =>
  asPayer(ctx, by.company, async (own) => {
    const find = () => own.transaction(({ db }) => findOperation(db, operationId));
    const row = await find();
    if (row?.company_id !== by.company) throw notFound();
    const isAsked = await own.transaction(async (inner) => {
      const isWaiting = await askAgain(inner.db, operationId, by.secret);
      if (isWaiting) await inner.wake(RECONCILE);
      return isWaiting;
    });
    if (!isAsked) {
      // A webhook may have been first; the secret is forgotten then.
      if ((await find())!.state === 'succeeded') return true;
      throw notFound();
    }
    for (const late = Date.now() + WAIT_MS; Date.now() < late; await sleep(100, undefined, { signal: ctx.signal }))
      if (!(await own.transaction(({ db }) => isToBeAsked(db, operationId)))) return (await find())!.state === 'succeeded';
    throw new Problem(503, 'payments.problem.provider-away', { headers: { 'retry-after': '5' } });
  });

/** The holder speaks with the sandbox's bank. Never inside a transaction. */
export const tellSandboxBank = (ctx: Ctx, { company, secret }: Asker, confirms: boolean): Promise<void> =>
  asPayer(ctx, company, async (own) => {
    if (gatewayFor(own).id !== 'sandbox') throw notFound();
    const isPayment = await own.transaction(({ db }) => confirmable(db, company, secret));
    if (!(await holderAnswers(own, { secret, isPayment, confirms }))) throw notFound();
  });
