import { createHash, randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import Stripe from 'stripe';
import { CARDS } from './stripe-objects.ts';
import * as make from './stripe-objects.ts';
import { flat, type Form, numberOf, parseForm, textOf } from './stripe-form.ts';

/** What goes wrong with requests that change something. */
export type Mischief =
  /** Does it, then breaks the line. */
  | 'drop-after'
  /** Does it, answers 500, and remembers the 500 for the key, as Stripe does. */
  | 'error-after'
  /** Answers 409 as if the same key were under way. */
  | 'conflict'
  /** Does nothing and breaks the line. */
  | 'drop-before'
  /** Tells the webhook before the caller has its answer. */
  | 'event-first'
  /** Declines with a bare 402, as emulators do: neither type nor payment. */
  | 'bare-402'
  /** Its keys are not accepted any more. */
  | 'unauthorized';

interface Answer {
  status: number;
  body: object;
}
interface Account {
  customers: Map<string, Stripe.Customer>;
  methods: Map<string, Stripe.PaymentMethod>;
  setups: Stripe.SetupIntent[];
  intents: Stripe.PaymentIntent[];
  refunds: Stripe.Refund[];
  disputes: Stripe.Dispute[];
  /** Idempotency key -> what was asked, and the answer. */
  keys: Map<string, { hash: string; answer: Answer }>;
}

class Refused extends Error {
  readonly answer: Answer;
  constructor(status: number, error: object) {
    super(`refused with ${status}`);
    this.answer = { status, body: { error } };
  }
}
/** What a request names and is not there is a fault of that parameter (400); what its path names is not found (404). */
const missing = (what: string, id: string, param?: string): Refused =>
  new Refused(param ? 400 : 404, {
    type: 'invalid_request_error',
    code: 'resource_missing',
    param: param ?? 'id',
    message: `No such ${what}: '${id}'`,
  });
const required = (param: string): Refused =>
  new Refused(400, { type: 'invalid_request_error', code: 'parameter_missing', param, message: `Missing required param: ${param}.` });
const UNAUTHORIZED: Answer = { status: 401, body: { error: { type: 'invalid_request_error', message: 'Invalid API Key provided' } } };
const invalid = (param: string): Refused =>
  new Refused(400, { type: 'invalid_request_error', param, message: `Invalid or missing: ${param}` });

/** A server that speaks like Stripe for what we use of it: real HTTP, its objects' shapes, keys, declines and signed events. */
export class StripeServer {
  readonly webhookSecret = `whsec_${randomUUID()}`;
  readonly secretKey = `sk_test_${randomUUID()}`;
  readonly accounts = new Map<string, Stripe.Account>();
  readonly coupons = new Map<string, Stripe.Coupon>();
  /** Where signed events are posted to; none until set. */
  webhookUrl: string | null = null;
  readonly #places = new Map<string | null, Account>();
  readonly #server = createServer((request, response) => void this.#serve(request, response));
  delayMs = 0;
  /** Stays until taken back: the library tries once more by itself when a connection breaks. */
  mischief: Mischief | null = null;
  /** Told of each charge on its way: when it arrived, when the money was taken, and when the answer is out. */
  onCharge: ((moment: 'arrived' | 'taken' | 'answered') => void) | null = null;

  async start(): Promise<this> {
    await new Promise<void>((resolve) => this.#server.listen(0, '127.0.0.1', resolve));
    return this;
  }
  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }
  async stop(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  /** Everything that was ever charged on an account (null: the platform's own). */
  intents(account: string | null = null): readonly Stripe.PaymentIntent[] {
    return this.#place(account).intents;
  }
  /** The account's holder filled in the forms, or the provider found fault with them. */
  changeAccount(id: string, change: Partial<Stripe.Account>): void {
    Object.assign(this.accounts.get(id)!, change);
  }
  /** The card's holder confirms with their bank a payment that asked for it; answers the event that tells of it. */
  confirm(intentId: string, account: string | null = null): Stripe.Event {
    const intent = this.#intent(intentId, account);
    if (intent.status !== 'requires_payment_method') throw new Error(`a payment that is ${intent.status} cannot be confirmed`);
    Object.assign(intent, {
      status: 'succeeded',
      amount_received: intent.amount,
      latest_charge: make.newId('ch'),
      last_payment_error: null,
    });
    return make.event('payment_intent.succeeded', intent, account);
  }
  /** The card's holder confirms with their bank that a card may be kept. */
  confirmSetup(clientSecret: string): void {
    const setup = [...this.#places.values()].flatMap(({ setups }) => setups).find((s) => s.client_secret === clientSecret)!;
    setup.status = 'succeeded';
  }
  /** Somebody gives back part of a payment on the provider's own pages. */
  giveBack(intentId: string, amount: number): Stripe.Event {
    const made = this.#refund(this.#place(null), { payment_intent: intentId, amount: String(amount) });
    return make.event('refund.created', made, null);
  }
  /** The card's holder disputes a payment with their bank, which takes the money back at once. */
  dispute(intentId: string): Stripe.Event {
    const made = make.dispute({ amount: this.#intent(intentId).amount, payment_intent: intentId });
    this.#place(null).disputes.push(made);
    return make.event('charge.dispute.created', made, null);
  }
  /** The bank decides a dispute in our favour. */
  win(disputed: string): Stripe.Event {
    const found = this.#place(null).disputes.find((d) => d.payment_intent === disputed)!;
    found.status = 'won';
    return make.event('charge.dispute.closed', found, null);
  }
  #intent(id: string, account: string | null = null): Stripe.PaymentIntent {
    return this.#place(account).intents.find((intent) => intent.id === id)!;
  }
  /** A signed event as it would be posted, to be sent as often and as late as a test likes. */
  signed(event: Stripe.Event, secret = this.webhookSecret, timestamp = Math.floor(Date.now() / 1000)): { body: string; signature: string } {
    const body = JSON.stringify(event);
    return { body, signature: Stripe.webhooks.generateTestHeaderString({ payload: body, secret, timestamp }) };
  }

  #place(account: string | null): Account {
    const found = this.#places.get(account);
    if (found) return found;
    const place: Account = {
      customers: new Map(),
      methods: new Map(),
      setups: [],
      intents: [],
      refunds: [],
      disputes: [],
      keys: new Map(),
    };
    this.#places.set(account, place);
    return place;
  }

  async #serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const body = Buffer.concat(chunks).toString('utf8');
    const writes = request.method === 'POST';
    const at = writes && request.url === '/v1/payment_intents' ? this.onCharge : null;
    at?.('arrived');
    const mischief = writes ? (this.mischief ?? undefined) : undefined;
    if (this.delayMs > 0) await sleep(this.delayMs);
    if (mischief === 'drop-before') return void request.socket.destroy();
    if (mischief === 'conflict')
      return send(response, {
        status: 409,
        body: { error: { type: 'idempotency_error', code: 'idempotency_key_in_use', message: 'busy' } },
      });
    if (mischief === 'bare-402') return send(response, { status: 402, body: { error: { message: 'Your card was declined.' } } });
    if (mischief === 'unauthorized') return send(response, UNAUTHORIZED);
    const answer = await this.#answer(request, body, mischief);
    at?.('taken');
    if (mischief === 'drop-after') return void request.socket.destroy();
    send(response, answer);
    response.on('finish', () => at?.('answered'));
  }

  async #answer(request: IncomingMessage, body: string, mischief: Mischief | undefined): Promise<Answer> {
    if (request.headers.authorization !== `Bearer ${this.secretKey}`) return UNAUTHORIZED;
    const account = (request.headers['stripe-account'] as string | undefined) ?? null;
    const key = request.headers['idempotency-key'] as string | undefined;
    const place = this.#place(account);
    const hash = createHash('sha256').update(`${request.url}${body}`).digest('hex');
    const before = key ? place.keys.get(key) : undefined;
    if (before && before.hash !== hash)
      return { status: 400, body: { error: { type: 'idempotency_error', message: 'Keys can only be used with the same parameters' } } };
    if (before) return before.answer;
    let answer: Answer;
    try {
      const url = new URL(request.url!, 'http://stripe');
      answer = { status: 200, body: await this.#run(request.method!, url, parseForm(body || url.search.slice(1)), account, mischief) };
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      answer = error.answer;
    }
    if (mischief === 'error-after') answer = { status: 500, body: { error: { type: 'api_error', message: 'An unknown error occurred' } } };
    // A request that was not even begun, because it was refused as it stands, does not spend its key.
    if (key && answer.status !== 400 && answer.status !== 404) place.keys.set(key, { hash, answer });
    return answer;
  }

  async #run(method: string, url: URL, form: Form, account: string | null, mischief: Mischief | undefined): Promise<object> {
    const place = this.#place(account);
    const [, , resource, id, act] = url.pathname.split('/') as [string, string, string, string | undefined, string | undefined];
    switch (`${method} ${resource}${id ? '/:id' : ''}${act ? `/${act}` : ''}`) {
      case 'POST customers': {
        const made = make.customer({ name: textOf(form, 'name'), email: textOf(form, 'email'), metadata: flat(form['metadata']) });
        place.customers.set(made.id, made);
        return made;
      }
      case 'POST customers/:id':
        return this.#customer(place, id!);
      case 'GET setup_intents':
        return list(
          url,
          place.setups.filter((s) => s.customer === textOf(form, 'customer') && s.payment_method === textOf(form, 'payment_method')),
        );
      case 'POST payment_intents/:id/cancel':
        return this.#cancel(place, id!);
      case 'POST setup_intents':
        return this.#keepCard(place, form);
      case 'GET payment_methods/:id': {
        const found = place.methods.get(id!);
        if (!found) throw missing('PaymentMethod', id!);
        return found;
      }
      case 'POST payment_intents':
        return this.#charge(place, form, account, mischief);
      case 'GET payment_intents': {
        const since = Number(typeof form['created'] === 'object' ? form['created']['gte'] : 0);
        return list(
          url,
          place.intents.filter((i) => i.customer === textOf(form, 'customer') && i.created >= since),
        );
      }
      case 'POST refunds':
        return this.#refund(place, form);
      case 'GET refunds':
        return list(
          url,
          place.refunds.filter((r) => r.payment_intent === textOf(form, 'payment_intent')),
        );
      case 'GET disputes':
        return list(
          url,
          place.disputes.filter((d) => d.payment_intent === textOf(form, 'payment_intent')),
        );
      case 'POST accounts': {
        const made = make.account({ email: textOf(form, 'email'), metadata: flat(form['metadata']) });
        this.accounts.set(made.id, made);
        return made;
      }
      case 'GET accounts/:id': {
        const found = this.accounts.get(id!);
        if (!found) throw missing('account', id!);
        return found;
      }
      case 'POST account_links': {
        const of = textOf(form, 'account') ?? '';
        if (!this.accounts.has(of)) throw missing('account', of, 'account');
        const created = Math.floor(Date.now() / 1000);
        return { object: 'account_link', created, expires_at: created + 300, url: `${this.url}/setup/s/${of}/${randomUUID()}` };
      }
      case 'GET coupons/:id': {
        const found = this.coupons.get(id!);
        if (!found) throw missing('coupon', id!);
        return found;
      }
      default:
        throw new Refused(404, { type: 'invalid_request_error', message: `Unrecognized request URL (${method}: ${url.pathname})` });
    }
  }

  #customer(place: Account, id: string | null): Stripe.Customer {
    const found = place.customers.get(id ?? '');
    if (!found) throw missing('customer', id ?? '', 'customer');
    return found;
  }

  #keepCard(place: Account, form: Form): Stripe.SetupIntent {
    const owner = this.#customer(place, textOf(form, 'customer'));
    const token = textOf(form, 'payment_method') ?? '';
    const card = CARDS[token.replace(/__.*$/, '')];
    if (!token) throw required('payment_method');
    if (!card) throw missing('PaymentMethod', token, 'payment_method');
    const status = card.kept === 'after_confirmation' ? 'requires_action' : 'succeeded';
    const made = make.setupIntent({ customer: owner.id, payment_method: token, status, last_setup_error: null });
    if (card.kept !== 'refused') place.setups.push(made);
    if (card.kept === 'refused') throw declined(card, { setup_intent: { ...made, status: 'requires_payment_method' } });
    place.methods.set(token, make.paymentMethod(token, card, owner.id));
    return made;
  }

  async #charge(place: Account, form: Form, account: string | null, mischief: Mischief | undefined): Promise<Stripe.PaymentIntent> {
    const owner = this.#customer(place, textOf(form, 'customer'));
    const amount = numberOf(form, 'amount');
    if (amount === null) throw required('amount');
    if (textOf(form, 'currency') === null) throw required('currency');
    if (textOf(form, 'confirm') !== 'true') return this.#draft(place, owner.id, amount);
    const token = textOf(form, 'payment_method') ?? '';
    const card = CARDS[token.replace(/__.*$/, '')];
    if (!card || place.methods.get(token)?.customer !== owner.id) throw missing('PaymentMethod', token, 'payment_method');
    if (!Number.isSafeInteger(amount) || amount < 50) throw invalid('amount');
    const fee = numberOf(form, 'application_fee_amount');
    if (fee !== null && (account === null || fee > amount)) throw invalid('application_fee_amount');
    const made = make.paymentIntent({
      amount,
      customer: owner.id,
      payment_method: token,
      status: card.decline ? 'requires_payment_method' : 'succeeded',
      description: textOf(form, 'description'),
      metadata: flat(form['metadata']),
      application_fee_amount: fee,
      last_payment_error: card.decline ? { type: 'card_error', message: 'Your card was declined.', ...card.decline } : null,
    });
    place.intents.push(made);
    const told = this.#tell(make.event(card.decline ? 'payment_intent.payment_failed' : 'payment_intent.succeeded', made, account));
    if (mischief === 'event-first') await told;
    if (card.decline) throw declined(card, { payment_intent: made });
    return made;
  }

  /** Written down, and not charged until somebody confirms it. */
  #draft(place: Account, customer: string, amount: number): Stripe.PaymentIntent {
    const none = { payment_method: null, description: null, metadata: {}, application_fee_amount: null, last_payment_error: null };
    const made = make.paymentIntent({ amount, customer, status: 'requires_payment_method', ...none });
    place.intents.push(made);
    return made;
  }

  #cancel(place: Account, id: string): Stripe.PaymentIntent {
    const intent = place.intents.find((i) => i.id === id);
    if (!intent) throw missing('payment_intent', id);
    if (intent.status === 'succeeded' || intent.status === 'canceled')
      throw new Refused(400, {
        type: 'invalid_request_error',
        code: 'payment_intent_unexpected_state',
        message: `It is ${intent.status}.`,
      });
    return Object.assign(intent, { status: 'canceled', canceled_at: intent.created });
  }

  #refund(place: Account, form: Form): Stripe.Refund {
    const of = place.intents.find((i) => i.id === textOf(form, 'payment_intent') && i.status === 'succeeded');
    if (!of) throw missing('payment_intent', textOf(form, 'payment_intent') ?? '', 'payment_intent');
    const before = place.refunds.filter((r) => r.payment_intent === of.id).reduce((sum, r) => sum + r.amount, 0);
    if (before === of.amount)
      throw new Refused(400, { type: 'invalid_request_error', code: 'charge_already_refunded', message: 'It has already been refunded.' });
    const amount = numberOf(form, 'amount') ?? of.amount - before;
    if (!(amount > 0 && before + amount <= of.amount)) throw invalid('amount');
    const made = make.refund({ amount, payment_intent: of.id, metadata: flat(form['metadata']) });
    place.refunds.push(made);
    return made;
  }

  async #tell(event: Stripe.Event): Promise<void> {
    if (!this.webhookUrl) return;
    const { body, signature } = this.signed(event);
    const headers = { 'content-type': 'application/json', 'stripe-signature': signature };
    await fetch(this.webhookUrl, { method: 'POST', body, headers }).catch(() => undefined);
  }
}

const declined = (card: make.TestCard, objects: object): Refused =>
  new Refused(402, { type: 'card_error', message: 'Your card was declined.', ...card.decline, ...objects });

/** One page of a list, newest first, as the library's auto-paging asks for it. */
function list<T extends { id: string }>(url: URL, all: readonly T[]): object {
  const newest = all.toReversed();
  const after = url.searchParams.get('starting_after');
  const from = after ? newest.findIndex((o) => o.id === after) + 1 : 0;
  const limit = Number(url.searchParams.get('limit') ?? 10);
  return { object: 'list', url: url.pathname, data: newest.slice(from, from + limit), has_more: from + limit < newest.length };
}

function send(response: ServerResponse, { status, body }: Answer): void {
  response.writeHead(status, { 'content-type': 'application/json', 'request-id': `req_${randomUUID()}` }).end(JSON.stringify(body));
}
