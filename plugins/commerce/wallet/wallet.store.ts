import type { Knex } from 'knex';
import type { StateRow } from './rows.gen.ts';

/** How an agency's data wallet is funded; amounts in cents. What stands in it, the ledger knows. */
export interface WalletState {
  lastBalanceCents: number;
  shortOfCents: number | null;
  manualBill: boolean;
  amountCents: number;
  customAmount: boolean;
  stopContinual: boolean;
  failures: number;
  operations: number;
}

/** What may be set. */
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
export const NO_STATE: WalletState = {
  lastBalanceCents: 0,
  shortOfCents: null,
  manualBill: false,
  amountCents: 25_000,
  customAmount: false,
  stopContinual: true,
  failures: 0,
  operations: 0,
};

export const stateRow = (db: Knex, agencyId: number): Knex.QueryBuilder => db('wallet_state').where({ company_id: agencyId }).first();

export async function readState(db: Knex, agencyId: number): Promise<WalletState | null> {
  const row = (await stateRow(db, agencyId)) as StateRow | undefined;
  return row ? stateOf(row) : null;
}

export async function insertState(db: Knex, agencyId: number): Promise<void> {
  await db('wallet_state').insert({ company_id: agencyId }).onConflict('company_id').ignore();
}

export async function lockState(db: Knex, agencyId: number): Promise<WalletState> {
  return stateOf((await db('wallet_state').where({ company_id: agencyId }).forUpdate().first()) as StateRow);
}

/** Continual top-up is on and no try failed just now. By the database's clock alone. */
const MAY_TOP_UP = 'manual_bill and not stop_continual and retry_at <= now()';
const IS_LOW = `company_id in (select ledger_low('wallet'))`;

/** The state of a wallet, locked, if it is to be topped up by itself now. */
export async function lockLowState(db: Knex, agencyId: number): Promise<WalletState | null> {
  const query = db('wallet_state').where({ company_id: agencyId }).whereRaw(MAY_TOP_UP).whereRaw(IS_LOW);
  const row = (await query.forUpdate().first()) as StateRow | undefined;
  return row ? stateOf(row) : null;
}

/** Companies whose wallet is to be topped up by itself now and has no top-up under way. */
export async function lowWallets(platform: Knex): Promise<number[]> {
  return (await platform('wallet_state as w')
    .whereRaw(MAY_TOP_UP)
    .whereRaw(IS_LOW)
    .whereNotExists((q) => void q.from('wallet_operation as o').whereRaw(`o.company_id = w.company_id and o.state = 'open'`))
    .pluck('w.company_id')) as number[];
}

/** Lets a wallet that waits after a failed top-up try again at once. False when none waits. */
export async function retryNow(db: Knex, agencyId: number): Promise<boolean> {
  return (await db('wallet_state').where({ company_id: agencyId }).where('failures', '>', 0).update({ retry_at: db.fn.now() })) === 1;
}

export async function updateState(db: Knex, agencyId: number, change: WalletChange): Promise<WalletState> {
  const [row] = (await db('wallet_state').where({ company_id: agencyId }).update(change).returning('*')) as [StateRow];
  return stateOf(row);
}

/** Notes the price that a wallet could not pay; false when it counted as empty before. */
export async function noteShort(db: Knex, agencyId: number, cents: number): Promise<boolean> {
  return (await db('wallet_state').where({ company_id: agencyId }).whereNull('short_of_cents').update({ short_of_cents: cents })) === 1;
}

/** Whether the agency can pay so much for a lead; answers everybody, also a client of the agency. */
export async function canPay(db: Knex, agencyId: number, cents: number): Promise<boolean> {
  const { rows } = (await db.raw('select wallet_can_pay(?, ?) as yes', [agencyId, cents])) as { rows: [{ yes: boolean }] };
  return rows[0].yes;
}

/** Of what agencies sell, agency and product of that for whose next lead they cannot pay. */
export const unpayable = (db: Knex, sold: readonly { agencyId: number; product: string; cents: number }[]): Knex.Raw =>
  db.raw(
    `select agency, product from unnest(cast(? as int[]), cast(? as text[]), cast(? as bigint[])) as s (agency, product, cents)
     where not wallet_can_pay(agency, cents)`,
    [
      sold.map(({ agencyId }) => agencyId),
      sold.map(({ product }) => product),
      sold.map(({ cents }) => cents),
    ] as unknown as Knex.RawBinding[],
  );

export const outsideRow = (db: Knex, agencyId: number): Knex.Raw => db.raw('select wallet_bills_outside(?) as yes', [agencyId]);

/** Whether the agency settles with its clients by itself. */
export async function billsOutside(db: Knex, agencyId: number): Promise<boolean> {
  const { rows } = (await outsideRow(db, agencyId)) as { rows: [{ yes: boolean }] };
  return rows[0].yes;
}

function stateOf(row: StateRow): WalletState {
  return {
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
