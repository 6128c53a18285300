import { randomInt } from 'node:crypto';
import { fc } from '@fast-check/vitest';
import type Stripe from 'stripe';
import { afterAll, beforeAll, expect, test } from 'vitest';
import * as make from '../../plugins/money/payments/fakes/stripe-objects.ts';
import { compare, FAULTS, type PaymentFixtures, startPaymentFixtures } from '../support/payments.ts';

/** 2,000 genuine events with `npm run test:faults`, about 300 in every run. */
const PAYMENTS = 90 * FAULTS;
const AT_ONCE = 16;

let fixtures: PaymentFixtures;
beforeAll(async () => {
  fixtures = await startPaymentFixtures();
});
afterAll(() => fixtures.close());

/** One posting of an event, and the status that it must get. */
interface Posting {
  body: string;
  signature: string;
  status: 200 | 400;
}
const kinds = { forged: 0, altered: 0, stale: 0, foreign: 0, live: 0 };

/** A posting that must have no effect: told by somebody else, changed on its way, too old, about another account, or of another installation. */
function bad(event: Stripe.Event, n: number): Posting {
  const { stripe } = fixtures;
  const kind = (Object.keys(kinds) as (keyof typeof kinds)[])[n % 5]!;
  kinds[kind] += 1;
  const own = { ...event, id: make.newId('evt') };
  if (kind === 'forged') return { ...stripe.signed(own, 'whsec_somebody_else'), status: 400 };
  if (kind === 'stale') return { ...stripe.signed(own, stripe.webhookSecret, Math.floor(Date.now() / 1000) - 3_600), status: 400 };
  if (kind === 'foreign') return { ...stripe.signed({ ...own, account: 'acct_of_somebody_else' }), status: 200 };
  if (kind === 'live') return { ...stripe.signed({ ...own, livemode: true }), status: 400 };
  const good = stripe.signed(own);
  return { body: good.body.replace('"pending_webhooks":1', '"pending_webhooks":2'), signature: good.signature, status: 400 };
}

async function post({ body, signature }: Posting): Promise<number> {
  const headers = { 'stripe-signature': signature, 'content-type': 'application/json' };
  return (await fetch(`${fixtures.app.url}/webhooks/stripe`, { method: 'POST', body, headers })).status;
}

/** A refund that somebody makes at the provider themselves, as on its dashboard. */
async function refundThere(intent: Stripe.PaymentIntent, account: string | null, cents: number): Promise<void> {
  const answer = await fetch(`${fixtures.stripe.url}/v1/refunds`, {
    method: 'POST',
    headers: { authorization: `Bearer ${fixtures.stripe.secretKey}`, ...(account ? { 'stripe-account': account } : {}) },
    body: new URLSearchParams({ payment_intent: intent.id, amount: String(cents) }),
  });
  expect(answer.status).toBe(200);
}

test(
  'a storm of events, told late, often and in any order, some of them false, ends as things are at the provider',
  async () => {
    const { app, stripe, effects, account } = fixtures;
    await fixtures.begin(Array.from({ length: PAYMENTS }, (_, n) => `sale ${n}`));
    await app.settle();
    const refunded = new Map<string, number>();
    const events: Stripe.Event[] = [];
    for (const place of [null, account]) {
      for (const [n, intent] of stripe.intents(place).entries()) {
        const of = intent.metadata['operation_id']!;
        events.push(make.event('payment_intent.created', { ...intent, status: 'requires_payment_method' }, place));
        if (intent.status !== 'succeeded') {
          events.push(make.event('payment_intent.payment_failed', structuredClone(intent), place));
          if (n % 2 === 0) continue;
          // Its holder confirms it in the browser after all.
          Object.assign(intent, { status: 'succeeded', amount_received: intent.amount, last_payment_error: null });
        }
        events.push(make.event('payment_intent.succeeded', structuredClone(intent), place));
        for (let part = 0; part < n % 3; part += 1) {
          await refundThere(intent, place, 100 + part);
          refunded.set(of, (refunded.get(of) ?? 0) + 100 + part);
          const charge = { object: 'charge', id: make.newId('ch'), payment_intent: intent.id, metadata: intent.metadata };
          events.push(make.event('charge.refunded', charge, place));
        }
      }
    }
    for (const payouts of [false, true, false]) {
      stripe.changeAccount(account, { payouts_enabled: payouts });
      events.push(make.event('account.updated', { id: account, object: 'account', payouts_enabled: !payouts }, account));
    }

    const genuine = events.flatMap((event) =>
      Array.from({ length: randomInt(1, 6) }, (): Posting => ({ ...stripe.signed(event), status: 200 })),
    );
    const untrue = Array.from({ length: Math.round(genuine.length / 9) }, (_, n) => bad(events[n % events.length]!, n));
    const [postings] = fc.sample(fc.shuffledSubarray([...genuine, ...untrue], { minLength: genuine.length + untrue.length }), 1) as [
      Posting[],
    ];
    const wrong: string[] = [];
    for (let at = 0; at < postings.length; at += AT_ONCE) {
      const some = postings.slice(at, at + AT_ONCE);
      const statuses = await Promise.all(some.map(post));
      statuses.forEach((status, n) => status !== some[n]!.status && wrong.push(`${status}, not ${some[n]!.status}`));
    }
    for (let sweeps = 0; sweeps < 100 && (await waiting()) > 0; sweeps += 1) await app.settle();

    const kept = (await app.kernel.platform('payments_event').pluck('id')) as string[];
    const found = await compare(fixtures);
    const told = events.map(({ id }) => id).sort();
    console.log(
      `webhook storm: ${JSON.stringify({ events: events.length, postings: postings.length, ...kinds, kept: kept.length, charged: found.charged, refunds: [...refunded.values()].length })}`,
    );
    expect(wrong).toEqual([]);
    expect(kept.filter((id) => told.includes(id)).sort()).toEqual(told);
    expect(kept.filter((id) => !told.includes(id))).toEqual([]);
    // A payment that failed and was confirmed later is followed up twice, once for each outcome.
    expect(found).toMatchObject({ lost: [], invented: [], open: 0 });
    expect(effects.filter((effect, n) => effect.endsWith('succeeded') && effects.indexOf(effect) !== n)).toEqual([]);
    expect(effects.filter((effect) => effect.endsWith('succeeded'))).toHaveLength(found.charged);
    const rows = (await app.kernel.platform('payments_operation').where('refunded_cents', '>', 0).select('id', 'refunded_cents')) as {
      id: string;
      refunded_cents: string;
    }[];
    expect(new Map(rows.map((row) => [row.id, Number(row.refunded_cents)]))).toEqual(refunded);
    for (const [id, cents] of refunded) {
      const backs = effects.filter((effect) => effect.startsWith(`${id} reversed`)).map((effect) => Number(effect.split(' ')[2]));
      expect([id, backs.reduce((sum, part) => sum + part, 0)]).toEqual([id, cents]);
    }
    expect(await app.kernel.platform('payments_account').where({ account }).first()).toMatchObject({
      payouts_enabled: false,
      charges_enabled: true,
    });
  },
  120_000 * FAULTS,
);

const waiting = async (): Promise<number> => {
  const [{ n }] = (await fixtures.app.kernel.platform('payments_event').whereNull('done_at').count('* as n')) as [{ n: string }];
  return Number(n);
};
