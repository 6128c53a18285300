import { type Ctx, PaymentKeys, Problem, type StripeKeys } from '../../../core/contract.ts';
import type { PaymentGateway } from './gateway.ts';
import { sandboxGateway } from './sandbox.ts';
import { stripeGateway } from './stripe.ts';

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
  const { stripe } = ctx.use(PaymentKeys);
  const present = stripe ? stripeOf(stripe) : sandboxGateway(ctx);
  if (id === undefined || id === present.id) return present;
  if (id === 'sandbox') return sandboxGateway(ctx);
  throw new Error(`no access to the payment provider ${id}`);
}

/** For calls that somebody waits for: without a usable answer of the provider's he is told to try again. */
export async function answered<A>(call: Promise<A>): Promise<A> {
  try {
    return await call;
  } catch (cause) {
    if (cause instanceof Problem) throw cause;
    throw Object.assign(new Problem(503, 'payments.problem.provider-away', { headers: { 'retry-after': '5' } }), { cause });
  }
}
