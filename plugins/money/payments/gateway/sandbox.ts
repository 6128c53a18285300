import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Ctx } from '../../../../core/contract.ts';
import { type AccountState, type AccountStatus, type ChargeOutcome, type DeclineReason, type PaymentGateway, Refusal } from './gateway.ts';
import { hasConsent } from './sandbox-bank.ts';
import { sandboxTells } from './sandbox-events.ts';
import { type SandboxRecord, SandboxRecords } from './sandbox.store.ts';

interface TestCard {
  brand: string;
  last4: string;
  outcome: 'approved' | DeclineReason | 'answer_lost' | 'slow' | 'late';
  /** What becomes of it when it is kept, not only when it is charged. */
  kept?: 'refused' | 'after_confirmation';
  /** What becomes of refunds of its charges. */
  refunds?: 'failed';
}
/**
 * Cards of the sandbox, and what charges do with each: always the same. `answer_lost` takes the money and then breaks the line; `slow`
 * answers after some seconds; `late` answers that it is still at it, and tells of the outcome by events.
 */
export const SANDBOX_CARDS: Record<string, TestCard> = {
  approved: { brand: 'visa', last4: '4242', outcome: 'approved' },
  refused: { brand: 'visa', last4: '0002', outcome: 'declined', kept: 'refused' },
  declined: { brand: 'visa', last4: '0341', outcome: 'declined' },
  declined_for_good: { brand: 'mastercard', last4: '9979', outcome: 'declined_for_good' },
  authentication_required: { brand: 'visa', last4: '3184', outcome: 'authentication_required' },
  confirmed_first: { brand: 'visa', last4: '3155', outcome: 'approved', kept: 'after_confirmation' },
  slow: { brand: 'visa', last4: '7726', outcome: 'slow' },
  late: { brand: 'visa', last4: '0077', outcome: 'late' },
  answer_lost: { brand: 'visa', last4: '5126', outcome: 'answer_lost' },
  refunds_fail: { brand: 'visa', last4: '3222', outcome: 'approved', refunds: 'failed' },
};
const SLOW_MS = 4_000;
const LATE_MS = 20_000;

interface Charge {
  amountCents: number;
  operationId: string;
  reason: DeclineReason | null;
  clientSecret: string;
  /** Milliseconds since the epoch at which the outcome stands. */
  decidedAt: number;
  refunds?: 'failed';
}

/**
 * A payment provider that moves no money. It keeps its own record in its own transactions, as a provider would, so that all around
 * a charge (a lost answer, a repeat, a question asked later) happens as it would with a real one.
 */
export function sandboxGateway(ctx: Ctx): PaymentGateway {
  const records = new SandboxRecords(ctx);

  /** A charge as it stands; what its holder confirmed meanwhile is made good first. */
  async function consented(operationId: string): Promise<SandboxRecord<Charge> | undefined> {
    const row = await records.byOperation<Charge>('charge', operationId);
    const isAsked = row?.data.reason === 'authentication_required';
    if (!isAsked || !(await hasConsent(records, row.data.clientSecret))) return row;
    await records.change('charge', row.id, { reason: null }, { reason: 'authentication_required' });
    await sandboxTells(ctx, { paymentId: row.id, operationId, account: row.place || null }, ctx.now);
    return records.byOperation<Charge>('charge', operationId);
  }

  return {
    id: 'sandbox',

    async saveCustomer({ idempotencyKey, name, email, account }) {
      return (await records.keep('customer', idempotencyKey, account ?? '', { name, email })).id;
    },

    async saveCard({ idempotencyKey, customer, token }) {
      const card = SANDBOX_CARDS[token];
      if (!card) throw new Refusal('card', new Error(`sandbox: there is no test card ${token}`));
      if (card.kept === 'refused') return { status: 'declined', reason: 'declined' };
      if (card.kept === 'after_confirmation') {
        const [confirmed] = await records.all('setup', { customer, token, state: 'confirmed' });
        if (!confirmed) {
          const wanted = { customer, token, state: 'asked', clientSecret: newSecret() };
          return {
            status: 'needs_confirmation',
            clientSecret: (await records.keep('setup', idempotencyKey, '', wanted)).data.clientSecret,
          };
        }
        await records.change('setup', confirmed.id, { state: 'used' });
      }
      const { id } = await records.keep('card', idempotencyKey, '', { customer, token });
      return { status: 'saved', card: { id, brand: card.brand, last4: card.last4, expMonth: 8, expYear: 2034 } };
    },

    async charge(request) {
      const kept = await records.find<{ customer: string; token: string }>('card', request.card);
      const card = kept && SANDBOX_CARDS[kept.data.token];
      if (!card || kept.data.customer !== request.customer) throw new Error('sandbox: no such card of this customer');
      const { amountCents, operationId, account } = request;
      const decidedAt = ctx.now.getTime() + (card.outcome === 'late' ? LATE_MS : 0);
      const wanted: Charge = {
        amountCents,
        operationId,
        reason: reasonOf(card),
        clientSecret: newSecret(),
        decidedAt,
        ...(card.refunds && { refunds: card.refunds }),
      };
      const row = await records.keep('charge', request.idempotencyKey, account ?? '', wanted);
      if (row.data.amountCents !== amountCents || row.data.operationId !== operationId)
        throw new Error('sandbox: the key was used for another charge');
      if (card.outcome === 'answer_lost') throw new Error('sandbox: the line broke after the charge');
      if (card.outcome === 'slow') await sleep(SLOW_MS, undefined, { signal: ctx.signal });
      if (card.outcome === 'late') await sandboxTells(ctx, { paymentId: row.id, operationId, account }, new Date(row.data.decidedAt));
      return outcomeOf(ctx, row.id, row.data);
    },

    async find({ operationId }) {
      const row = await consented(operationId);
      return row ? outcomeOf(ctx, row.id, row.data) : null;
    },

    async preclude({ idempotencyKey, account }) {
      const nothing: Charge = { amountCents: 0, operationId: '', reason: 'declined', clientSecret: '', decidedAt: 0 };
      await records.keep('charge', idempotencyKey, account ?? '', nothing);
    },

    async withdraw({ operationId }) {
      const before = await consented(operationId);
      if (!before) return null;
      await records.change('charge', before.id, { reason: 'declined' }, { reason: 'authentication_required' });
      const { id, data } = (await records.find<Charge>('charge', before.id))!;
      return outcomeOf(ctx, id, data);
    },

    async refund({ operationId, idempotencyKey, paymentId, amountCents, account }) {
      const charge = await records.find<Charge>('charge', paymentId);
      if (charge?.data.refunds === 'failed') return { status: 'failed', refundId: `failed_${idempotencyKey}` };
      const row = await records.keep('refund', idempotencyKey, account ?? '', { operationId, paymentId, amountCents });
      return { status: 'succeeded', refundId: row.id };
    },

    async findRefund({ operationId }) {
      const row = await records.byOperation<object>('refund', operationId);
      return row ? { status: 'succeeded', refundId: row.id } : null;
    },

    async reversals({ paymentId }) {
      const rows = await records.all<{ paymentId: string; amountCents: number }>('refund', { paymentId });
      return rows.map(({ id, data }) => ({ id, kind: 'refund', cents: data.amountCents, isWonBack: false }));
    },

    async openAccount({ idempotencyKey, email }) {
      return (await records.keep('account', idempotencyKey, '', { email, status: 'pending' })).id;
    },

    accountLink: async (accountId, { returnUrl }) =>
      `${new URL(returnUrl).origin}/payments/sandbox-account?account=${encodeURIComponent(accountId)}`,

    async account(accountId) {
      const row = await records.find<{ status: AccountStatus }>('account', accountId);
      if (!row) throw new Error('sandbox: no such account');
      return accountState(accountId, row.data.status);
    },

    /** `SAVE10` takes ten percent off, `MINUS5` five dollars. */
    coupon: async (code) =>
      code === 'SAVE10'
        ? { id: code, percentOff: 10, amountOffCents: null }
        : code === 'MINUS5'
          ? { id: code, percentOff: null, amountOffCents: 500 }
          : null,

    // What it tells is told within this process, see `sandbox-events`; nobody else's word is taken for it.
    event: () => null,
  };
}

const newSecret = (): string => `sandbox_secret_${randomUUID().replaceAll('-', '')}`;

const reasonOf = ({ outcome }: TestCard): DeclineReason | null =>
  outcome === 'declined' || outcome === 'declined_for_good' || outcome === 'authentication_required' ? outcome : null;

/** Throws while the provider is still at it. */
function outcomeOf({ now }: Ctx, paymentId: string, { reason, clientSecret, decidedAt }: Charge): ChargeOutcome {
  if (decidedAt > now.getTime()) throw new Error('sandbox: the charge is still under way');
  if (reason === null) return { status: 'succeeded', paymentId };
  return { status: 'failed', reason, ...(reason === 'authentication_required' ? { clientSecret } : {}) };
}

function accountState(id: string, status: AccountStatus): AccountState {
  const works = status === 'completed';
  const requirements = status === 'pending' ? ['external_account', 'business_profile.url'] : [];
  return { id, status, chargesEnabled: works, payoutsEnabled: works, requirements };
}
