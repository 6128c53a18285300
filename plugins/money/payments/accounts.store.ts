import type { Knex } from 'knex';
import type { AccountState } from './gateway/gateway.ts';
import type { AccountRow } from './rows.gen.ts';

export const accountRow = (db: Knex, companyId: number, personId = 0): Knex.QueryBuilder =>
  db('payments_account').where({ company_id: companyId, person_id: personId }).first();

/** An agency's account, or with `personId` a sales person's. */
export const findAccount = async (db: Knex, companyId: number, personId = 0): Promise<AccountRow | undefined> =>
  (await accountRow(db, companyId, personId)) as AccountRow | undefined;

export const cardAccount = (db: Knex, agencyId: number): Knex.Raw => db.raw('select * from payments_account_of(?)', [agencyId]);

/** The agency's account, if it can take payments by card; also for its clients, who see nothing else of it. */
export async function takesCards(db: Knex, agencyId: number): Promise<string | null> {
  const { rows } = (await cardAccount(db, agencyId)) as {
    rows: { account: string; charges_enabled: boolean }[];
  };
  return rows[0]?.charges_enabled ? rows[0].account : null;
}

/** Notes an account that was opened; it takes the place of one with another provider. */
export async function insertAccount(
  db: Knex,
  at: { company_id: number; person_id: number; gateway: string; account: string },
): Promise<void> {
  const fresh = { ...at, status: 'pending', charges_enabled: false, payouts_enabled: false, requirements: [] };
  await db('payments_account').insert(fresh).onConflict(['company_id', 'person_id']).merge(fresh);
}

/** What the provider says now. Answers whether anything that others see has changed. */
export async function saveState(db: Knex, state: AccountState): Promise<boolean> {
  const before = (await db('payments_account').where({ account: state.id }).forUpdate().first()) as AccountRow | undefined;
  if (!before) return false;
  await db('payments_account').where({ account: state.id }).update({
    status: state.status,
    charges_enabled: state.chargesEnabled,
    payouts_enabled: state.payoutsEnabled,
    requirements: state.requirements,
    checked_at: db.fn.now(),
  });
  return (
    before.status !== state.status || before.charges_enabled !== state.chargesEnabled || before.payouts_enabled !== state.payoutsEnabled
  );
}

export async function dropAccount(db: Knex, companyId: number, personId = 0): Promise<boolean> {
  return (await db('payments_account').where({ company_id: companyId, person_id: personId }).delete()) === 1;
}
