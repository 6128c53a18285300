import type { Knex } from 'knex';
import type { LeadCharges, Transfer } from './contract.ts';
import { openBooks } from './ledger.store.ts';

/**
 * Posts a transfer of an agency's books once for its key, opening the books it needs. `db` is a transaction as the agency. Answers
 * whether it was posted now. Throws when its entries do not sum to zero or name a company that is not the agency's.
 */
export async function postTransfer(db: Knex, agencyId: number, transfer: Transfer): Promise<boolean> {
  const entries = transfer.entries.filter(({ cents }) => cents !== 0);
  if (!entries.every(({ cents }) => Number.isSafeInteger(cents))) throw new RangeError(`transfer ${transfer.key}: amounts are whole cents`);
  if (entries.reduce((sum, { cents }) => sum + cents, 0) !== 0) throw new RangeError(`transfer ${transfer.key} does not sum to zero`);
  await openBooks(
    db,
    agencyId,
    entries.filter(({ account }) => account === 'receivable').map(({ companyId }) => companyId),
  );
  const { rows } = (await db.raw(
    `with wanted as (
       select * from unnest(cast(:companies as int[]), cast(:accounts as text[]), cast(:cents as bigint[])) as w (company_id, kind, cents)
     ), posted as (
       insert into wallet_transfer (company_id, idem_key, kind, operation_id, campaign_id)
       values (:owner, :key, :kind, :operation, :campaign) on conflict (agency_id, idem_key) do nothing returning id
     ), entry as (
       insert into wallet_entry (transfer_id, account_id, company_id, amount_cents)
       select p.id, a.id, a.company_id, w.cents from posted p cross join wanted w
       join wallet_account a on a.company_id = w.company_id and a.kind = w.kind and a.agency_id = :agency
       returning 1
     ) select exists (select from posted) as posted, (select count(*) from entry)::int as entries`,
    {
      agency: agencyId,
      owner: transfer.companyId,
      key: transfer.key,
      kind: transfer.kind,
      operation: transfer.operationId ?? null,
      campaign: transfer.campaignId ?? null,
      companies: entries.map((e) => e.companyId),
      accounts: entries.map((e) => e.account),
      cents: entries.map((e) => e.cents),
    },
  )) as { rows: [{ posted: boolean; entries: number }] };
  const [found] = rows;
  if (found.posted && found.entries !== entries.length) throw new Error(`transfer ${transfer.key}: an account of its books is missing`);
  return found.posted;
}

/** A client's leads of a stretch of time, from its start up to but not including its end, by campaign and by both prices. */
export async function leadCharges(db: Knex, clientId: number, from: Date, to: Date): Promise<LeadCharges[]> {
  const { rows } = (await db.raw(
    `select campaign_id as "campaignId", retail as "retailCents", wholesale as "wholesaleCents", owed as "owedCents", count(*)::int as leads
     from (
       select t.id, t.campaign_id, coalesce(sum(e.amount_cents) filter (where a.kind = 'receivable'), 0)::int as retail,
         coalesce(sum(e.amount_cents) filter (where a.kind = 'cost'), 0)::int as wholesale,
         coalesce(-sum(e.amount_cents) filter (where a.kind = 'payable'), 0)::int as owed
       from wallet_transfer t
       left join wallet_entry e on e.transfer_id = t.id
       left join wallet_account a on a.id = e.account_id
       where t.company_id = ? and t.kind = 'lead' and t.created_at >= ? and t.created_at < ?
       group by t.id
     ) lead group by 1, 2, 3, 4 order by 1, 2, 3, 4`,
    [clientId, from, to],
  )) as { rows: LeadCharges[] };
  return rows;
}

/** What stands in an account of the books, debits positive; 0 while it is not opened. */
export async function accountCents(db: Knex, companyId: number, kind: string): Promise<number> {
  const row = (await db('wallet_account as a')
    .join('wallet_entry as e', 'e.account_id', 'a.id')
    .where({ 'a.company_id': companyId, 'a.kind': kind })
    .first(db.raw('sum(e.amount_cents)::bigint as cents'))) as { cents: string | null } | undefined;
  return Number(row?.cents ?? 0);
}
