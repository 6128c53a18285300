import type { Knex } from 'knex';

/** How an agency stands with its billing. */
export interface AgencyState {
  clockAt: Date | null;
  standardAt: Date | null;
  developerAt: Date | null;
  developerUntil: Date | null;
  developerMaxCents: number;
  developerListCents: number[];
  nextMonth: number;
  /** `YYYY-MM-DD`, or null. */
  billedOn: string | null;
}
interface Stored {
  clock_at: Date | null;
  standard_at: Date | null;
  developer_at: Date | null;
  developer_until: Date | null;
  developer_max_cents: string;
  developer_list_cents: number[];
  next_month: number;
  billed_on: string | null;
}
const TABLE = 'agency_billing_agency';
const NONE: Stored = {
  clock_at: null,
  standard_at: null,
  developer_at: null,
  developer_until: null,
  developer_max_cents: '0',
  developer_list_cents: [],
  next_month: 1,
  billed_on: null,
};
const COLUMNS = Object.keys(NONE).filter((c) => c !== 'billed_on');

const stateOf = (row: Stored): AgencyState => ({
  clockAt: row.clock_at,
  standardAt: row.standard_at,
  developerAt: row.developer_at,
  developerUntil: row.developer_until,
  developerMaxCents: Number(row.developer_max_cents),
  developerListCents: row.developer_list_cents,
  nextMonth: row.next_month,
  billedOn: row.billed_on,
});
const selected = (db: Knex, agencyId: number) =>
  db(TABLE)
    .where({ company_id: agencyId })
    .select(...COLUMNS, db.raw(`to_char(billed_on, 'YYYY-MM-DD') as billed_on`));

export async function readAgency(db: Knex, agencyId: number): Promise<AgencyState> {
  return stateOf(((await selected(db, agencyId)) as Stored[])[0] ?? NONE);
}

/** The same, held until the transaction ends: whoever bills the agency waits for whoever bills it now. */
export async function lockAgency(db: Knex, agencyId: number): Promise<AgencyState> {
  await db(TABLE).insert({ company_id: agencyId }).onConflict('company_id').ignore();
  return stateOf(((await selected(db, agencyId).forUpdate()) as Stored[])[0]!);
}

export interface AgencyChange {
  clock_at?: Date;
  standard_at?: Date;
  developer_at?: Date;
  developer_until?: Date | null;
  developer_max_cents?: number;
  developer_list_cents?: string;
  next_month?: number;
  billed_on?: string;
}
export const changeAgency = (db: Knex, agencyId: number, change: AgencyChange): Promise<number> =>
  db(TABLE)
    .where({ company_id: agencyId })
    .update({ ...change });

/** A switch of manual bill under way. */
export interface OpenSwitch {
  id: string;
  chargeId: string;
  operationId: string;
  actorId: number;
}
const SWITCH = 'agency_billing_switch';
interface StoredSwitch {
  id: string;
  charge_id: string;
  operation_id: string;
  actor_id: number;
}
const switchOf = (row: StoredSwitch | undefined): OpenSwitch | null =>
  row ? { id: row.id, chargeId: row.charge_id, operationId: row.operation_id, actorId: row.actor_id } : null;

export const openSwitch = async (db: Knex, agencyId: number): Promise<OpenSwitch | null> =>
  switchOf((await db(SWITCH).where({ company_id: agencyId, state: 'charging' }).first()) as StoredSwitch | undefined);

export const insertSwitch = (
  db: Knex,
  agencyId: number,
  at: { id: string; chargeId: string; operationId: string; actorId: number; now: Date },
): Promise<unknown> =>
  db(SWITCH).insert({
    id: at.id,
    company_id: agencyId,
    charge_id: at.chargeId,
    operation_id: at.operationId,
    actor_id: at.actorId,
    created_at: at.now,
  });

/** Ends the switch that hangs on the charge, if one does; a repeat finds none. */
export const endSwitch = async (db: Knex, chargeId: string, state: 'done' | 'reverted', now: Date): Promise<OpenSwitch | null> =>
  switchOf(
    (
      (await db(SWITCH)
        .where({ charge_id: chargeId, state: 'charging' })
        .update({ state, finished_at: now })
        .returning('*')) as StoredSwitch[]
    )[0],
  );
