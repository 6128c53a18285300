import { type Ctx, invalid, Problem } from '../../../core/contract.ts';
import { Stripe, type StripeKeys } from './contract.ts';
import { type PaymentGateway, Refusal } from './gateway/gateway.ts';
import { sandboxGateway } from './gateway/sandbox.ts';
import { stripeGateway } from './gateway/stripe.ts';

/** One adapter for each set of keys: it holds connections. */
const adapters = new WeakMap<StripeKeys, PaymentGateway>();

export function stripeOf(keys: StripeKeys): PaymentGateway {
  let adapter = adapters.get(keys);
  if (!adapter) adapters.set(keys, (adapter = stripeGateway(keys)));
  return adapter;
}

/**
 * The provider of payments: Stripe where the process has its keys, the sandbox otherwise. With `id` the one that began a payment;
 * throws when that one is gone, since nobody else can say what became of it.
 */
export function gatewayFor(ctx: Ctx, id?: string): PaymentGateway {
  const stripe = ctx.service(Stripe);
  const present = stripe ? stripeOf(stripe) : sandboxGateway(ctx);
  if (id === undefined || id === present.id) return present;
  if (id === 'sandbox') return sandboxGateway(ctx);
  throw new Error(`no access to the payment provider ${id}`);
}

/**
 * For calls that somebody waits for: a refusal of the provider's is told at once, on `field` where the card is at fault; without a usable
 * answer they are asked to try again.
 */
export async function answered<A>(call: Promise<A>, field?: string): Promise<A> {
  try {
    return await call;
  } catch (cause) {
    if (cause instanceof Problem) throw cause;
    if (cause instanceof Refusal) throw Object.assign(problemOf(cause, field), { cause });
    throw Object.assign(new Problem(503, 'payments.problem.provider-away', { headers: { 'retry-after': '5' } }), { cause });
  }
}

function problemOf({ about }: Refusal, field: string | undefined): Problem {
  if (about === 'keys') return new Problem(503, 'payments.problem.keys');
  return field
    ? invalid(field, about === 'card' ? 'payments.declined.unknown' : 'payments.declined.refused')
    : new Problem(409, 'payments.problem.refused');
}
