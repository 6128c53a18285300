import type { Knex } from 'knex';
import { openBooks } from './ledger.store.ts';

/** The state of an agency's data wallet; amounts in cents. */
export interface WalletRow {
  balanceCents: number;
  lastBalanceCents: number;
  shortOfCents: number | null;
  manualBill: boolean;
  amountCents: number;
  customAmount: boolean;
  stopContinual: boolean;
  failures: number;
  operations: number;
}
interface Stored {
  balance_cents: string;
  last_balance_cents: string;
  short_of_cents: string | null;
  manual_bill: boolean;
  amount_cents: string;
  custom_amount: boolean;
  stop_continual: boolean;
  failures: number;
  operations: number;
}

/** What may be set; the balance is not among it, since only postings move it. */
export interface WalletChange {
  last_balance_cents?: number;
  short_of_cents?: number | null;
  manual_bill?: boolean;
  amount_cents?: number;
  custom_amount?: boolean;
  stop_continual?: boolean;
  failures?: number;
  retry_at?: Date | Knex.Raw;
  operations?: number;
}

/** What a company has that never opened a wallet. */
export const NO_WALLET: WalletRow = {
  balanceCents: 0,
  lastBalanceCents: 0,
  shortOfCents: null,
  manualBill: false,
  amountCents: 25_000,
  customAmount: false,
  stopContinual: true,
  failures: 0,
  operations: 0,
};

export async function readWallet(db: Knex, agencyId: number): Promise<WalletRow> {
  const row = (await db('wallet_balance').where({ company_id: agencyId }).first()) as Stored | undefined;
  return row ? walletOf(row) : NO_WALLET;
}

/** The wallet's row, locked until the transaction ends, if the agency is billed through it. */
export async function lockWalletInUse(db: Knex, agencyId: number): Promise<WalletRow | null> {
  const row = (await db('wallet_balance').where({ company_id: agencyId, manual_bill: true }).forUpdate().first()) as Stored | undefined;
  return row ? walletOf(row) : null;
}

/** The wallet's row, locked until the transaction ends; opens wallet and books when there are none. */
export async function lockWallet(db: Knex, agencyId: number): Promise<WalletRow> {
  const opened = await db('wallet_balance').insert({ company_id: agencyId }).onConflict('company_id').ignore().returning('company_id');
  if (opened.length > 0) await openBooks(db, agencyId, []);
  return walletOf((await db('wallet_balance').where({ company_id: agencyId }).forUpdate().first()) as Stored);
}

/** Continual top-up is on, a tenth of the last balance is not left, and no try failed just now. By the database's clock alone. */
const LOW = 'manual_bill and not stop_continual and balance_cents * 10 < last_balance_cents and retry_at <= now()';

/** The wallet's row, locked, if it is to be topped up by itself now. */
export async function lockLowWallet(db: Knex, agencyId: number): Promise<WalletRow | null> {
  const row = (await db('wallet_balance').where({ company_id: agencyId }).whereRaw(LOW).forUpdate().first()) as Stored | undefined;
  return row ? walletOf(row) : null;
}

/** Companies whose wallet is to be topped up by itself now and has no top-up under way. */
export async function lowWallets(platform: Knex): Promise<number[]> {
  return (await platform('wallet_balance as w')
    .whereRaw(LOW)
    .whereNotExists((q) => void q.from('wallet_operation as o').whereRaw(`o.company_id = w.company_id and o.state = 'open'`))
    .pluck('w.company_id')) as number[];
}

/** Lets a wallet that waits after a failed top-up try again at once. False when none waits. */
export async function retryNow(db: Knex, agencyId: number): Promise<boolean> {
  return (await db('wallet_balance').where({ company_id: agencyId }).where('failures', '>', 0).update({ retry_at: db.fn.now() })) === 1;
}

export async function changeWallet(db: Knex, agencyId: number, change: WalletChange): Promise<void> {
  await db('wallet_balance').where({ company_id: agencyId }).update(change);
}

/** Whether the agency can pay so much for a lead; answers everybody, also a client of the agency. */
export async function canPay(db: Knex, agencyId: number, cents: number): Promise<boolean> {
  const { rows } = (await db.raw('select wallet_can_pay(?, ?) as yes', [agencyId, cents])) as { rows: [{ yes: boolean }] };
  return rows[0].yes;
}

/** Whether the agency settles with its clients by itself. */
export async function billsOutside(db: Knex, agencyId: number): Promise<boolean> {
  const { rows } = (await db.raw('select wallet_bills_outside(?) as yes', [agencyId])) as { rows: [{ yes: boolean }] };
  return rows[0].yes;
}

function walletOf(row: Stored): WalletRow {
  return {
    balanceCents: Number(row.balance_cents),
    lastBalanceCents: Number(row.last_balance_cents),
    shortOfCents: row.short_of_cents === null ? null : Number(row.short_of_cents),
    manualBill: row.manual_bill,
    amountCents: Number(row.amount_cents),
    customAmount: row.custom_amount,
    stopContinual: row.stop_continual,
    failures: row.failures,
    operations: row.operations,
  };
}
