import type { Knex } from 'knex';
import type { Tenant } from '../../../core/contract.ts';
import type { AgencyRow, SwitchRow } from './rows.gen.ts';

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
/** What is read of a row; the list is one of numbers. */
type Stored = Omit<AgencyRow, 'company_id' | 'agency_id' | 'root_id' | 'look_at' | 'developer_list_cents'> & {
  developer_list_cents: number[];
};
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
  look_at?: Date;
}
export const changeAgency = (db: Knex, agencyId: number, change: AgencyChange): Promise<number> =>
  db(TABLE)
    .where({ company_id: agencyId })
    .update({ ...change });

/** Agencies at which the calendar is to look by now. */
export const agenciesToLookAt = async (db: Knex, now: Date): Promise<number[]> =>
  (await db(TABLE).where('look_at', '<=', now).pluck('company_id')) as number[];

/** Agencies of whom no minimum was asked so far; `isNew`: nothing of them is kept yet. */
export async function agenciesWithoutMinimum(db: Knex): Promise<{ agency: Tenant; isNew: boolean }[]> {
  const { rows } = (await db.raw(
    `select c.id, c.name, c.root_id, b.company_id is null as is_new from core_public_company c
     left join agency_billing_agency b on b.company_id = c.id
     where c.kind = 'agency' and c.removed_at is null and b.standard_at is null`,
  )) as { rows: { id: number; name: string; root_id: number; is_new: boolean }[] };
  return rows.map(({ id, name, root_id, is_new }) => ({
    agency: { id, kind: 'agency', name, agencyId: id, rootId: root_id },
    isNew: is_new,
  }));
}

/** Has the calendar look at the agency with its next round: something that it depends on has changed. */
export async function lookSoon(db: Knex, agencyId: number): Promise<void> {
  await db(TABLE).where({ company_id: agencyId }).update({ look_at: '-infinity' });
}

/** A switch of manual bill under way. */
export interface OpenSwitch {
  id: string;
  chargeId: string;
  operationId: string;
  actorId: number;
}
const SWITCH = 'agency_billing_switch';
const switchOf = (row: SwitchRow | undefined): OpenSwitch | null =>
  row ? { id: row.id, chargeId: row.charge_id, operationId: row.operation_id, actorId: row.actor_id } : null;

export const openSwitch = async (db: Knex, agencyId: number): Promise<OpenSwitch | null> =>
  switchOf((await db(SWITCH).where({ company_id: agencyId, state: 'charging' }).first()) as SwitchRow | undefined);

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
      (await db(SWITCH).where({ charge_id: chargeId, state: 'charging' }).update({ state, finished_at: now }).returning('*')) as SwitchRow[]
    )[0],
  );
