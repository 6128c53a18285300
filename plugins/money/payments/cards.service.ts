import { randomUUID } from 'node:crypto';
import { conflict, type Ctx, invalid, type Tenant } from '../../../core/contract.ts';
import { takesCards } from './accounts.store.ts';
import { CardListeners, type CardSetup, Stripe } from './contract.ts';
import type { Card } from './gateway/gateway.ts';
import { answered, gatewayFor } from './provider.ts';
import { SANDBOX_CARDS } from './gateway/sandbox.ts';
import { cardToConfirm } from './holder.ts';
import { payerOf, saveCard, saveCustomer } from './payers.store.ts';

/** Keeps a card of the caller's own company for later charges. What it throws stands at `PaymentsApi`. Never inside a transaction. */
export async function keepCard(ctx: Ctx, token: string): Promise<Card> {
  const gateway = gatewayFor(ctx);
  const account = await placeOf(ctx, ctx.tenant);
  const customer = await customerOf(ctx, account);
  const outcome = await answered(gateway.saveCard({ idempotencyKey: randomUUID(), customer, token, account: account || null }), 'tokenid');
  if (outcome.status === 'declined') throw invalid('tokenid', `payments.declined.${outcome.reason}`);
  if (outcome.status === 'needs_confirmation') throw cardToConfirm(ctx, { account, card: token, secret: outcome.clientSecret });
  await ctx.transaction(async (inner) => {
    await saveCard(inner.db, inner.tenant.id, outcome.card);
    for (const told of inner.contributions(CardListeners)) await told(inner, inner.tenant.id);
    await inner.audit({
      action: 'payments.card-saved',
      description: `Card ending in ${outcome.card.last4} kept`,
      params: { last4: outcome.card.last4 },
      target: outcome.card.id,
    });
  });
  return outcome.card;
}

/** The provider's customer for the company, made at the first need. Two at once make one: the key is the company's. */
async function customerOf(ctx: Ctx, account: string): Promise<string> {
  const gateway = gatewayFor(ctx);
  const known = await ctx.transaction((inner) => payerOf(inner.db, inner.tenant.id, gateway.id));
  if (known && known.account === account) return known.customer;
  const customer = await answered(
    gateway.saveCustomer({
      idempotencyKey: `customer-${ctx.tenant.id}-${account || 'platform'}`,
      companyId: ctx.tenant.id,
      name: ctx.tenant.name,
      email: ctx.actor.email,
      account: account || null,
    }),
  );
  await ctx.transaction((inner) => saveCustomer(inner.db, { company_id: inner.tenant.id, gateway: gateway.id, account, customer }));
  return customer;
}

/** Where the company's money goes: an agency pays the platform, a client its agency, which must be able to take it. */
async function placeOf(ctx: Ctx, payer: Tenant): Promise<string> {
  if (payer.kind !== 'client') return '';
  const account = await ctx.transaction(({ db }) => takesCards(db, payer.agencyId));
  if (account === null) throw conflict('payments.problem.agency-not-connected');
  return account;
}

/** What the browser needs to take a card of the payer: the provider's own field, or the sandbox's test cards. */
export async function cardSetup(ctx: Ctx, payer: Tenant): Promise<CardSetup> {
  const stripe = ctx.service(Stripe);
  const account = payer.kind === 'client' ? await takesCards(ctx.db, payer.agencyId) : null;
  if (stripe) return { gateway: 'stripe', publishableKey: stripe.publishableKey, account, options: [] };
  const options = Object.keys(SANDBOX_CARDS).map((value) => ({ value, label: ctx.t(`payments.test-card.${value}`) }));
  return { gateway: 'sandbox', publishableKey: null, account, options };
}
