import type { Knex } from 'knex';

/** What a lead's two sides post; the key makes a repeat find the first posting. */
export interface LeadPosting {
  key: string;
  /** The client. */
  companyId: number;
  campaignId: number;
  retailCents: number;
  wholesaleCents: number;
}
export interface Posted {
  /** Keys posted now. */
  posted: string[];
  /** Keys neither posted now nor before: the wallet is short, or an account of the books is missing. */
  refused: string[];
  /** Balance after the posting, and whether continual top-up finds it low; null when no wallet changed. */
  wallet: { balanceCents: number; low: boolean } | null;
}

/**
 * Posts a batch of leads in one statement: locks the wallet, leaves out what is posted already, takes the longest run from
 * the front that the balance can pay, writes transfers and entries, counts what each client used today, and lowers the balance. The books are the agency's, debits
 * positive:
 *
 *     client's receivable  +retail       agency's cost                       +wholesale
 *     agency's revenue     -retail       agency's wallet (or else payable)   -wholesale
 *
 * An agency that is not billed by wallet locks nothing and every batch fits: it owes what stands in `payable`.
 *
 * What the wallet can pay is decided on the row as `purse` locked it. The update must not ask again: its first look is at the row as it
 * was when the statement began, which a top-up may have raised since.
 *
 * Three conditions are written so that the planner cannot turn them into joins: it knows nothing of the batch's size, and a plan
 * that reads the agency's whole ledger would be chosen on a young table and kept. Each is one index or hash look-up a lead.
 */
const POST_LEADS = `
  with lead as (
    select * from unnest(cast(:keys as text[]), cast(:companies as int[]), cast(:campaigns as int[]), cast(:retail as bigint[]), cast(:wholesale as bigint[]))
      with ordinality as l (idem_key, company_id, campaign_id, retail, wholesale, n)
  ), purse as (
    select balance_cents from wallet_balance where company_id = cast(:agency as int) and manual_bill and cast(:wallet_allowed as boolean) for update
  ), book as (
    select max(id) filter (where kind = 'revenue') as revenue, max(id) filter (where kind = 'cost') as cost,
      max(id) filter (where kind = case when exists (select from purse) then 'wallet' else 'payable' end) as funds
    from wallet_account where company_id = cast(:agency as int)
  ), fresh as (
    select l.*, gen_random_uuid() as id, sum(l.wholesale) over (order by l.n) as running from lead l
    where (select t.id from wallet_transfer t where t.agency_id = cast(:agency as int) and t.idem_key = l.idem_key) is null
  ), payable as (
    select f.*, r.id as receivable, r.root_id, b.revenue, b.cost, b.funds
    from fresh f
    join wallet_account r on r.company_id = f.company_id and r.agency_id = cast(:agency as int) and r.kind = 'receivable'
    join book b on b.revenue is not null and b.cost is not null and b.funds is not null
    where not exists (select from purse) or f.running <= (select balance_cents from purse)
  ), posted as (
    insert into wallet_transfer (id, company_id, agency_id, root_id, idem_key, kind, campaign_id)
    select id, company_id, cast(:agency as int), root_id, idem_key, 'lead', campaign_id from payable order by idem_key
    on conflict (agency_id, idem_key) do nothing
    returning id, idem_key
  ), charged as (
    select * from payable p where (p.id in (select id from posted)) is true
  ), entry as (
    insert into wallet_entry (transfer_id, account_id, company_id, agency_id, root_id, amount_cents)
    select p.id, e.account_id, e.company_id, cast(:agency as int), p.root_id, e.cents
    from charged p cross join lateral (values
      (p.receivable, p.company_id, p.retail), (p.revenue, cast(:agency as int), -p.retail),
      (p.cost, cast(:agency as int), p.wholesale), (p.funds, cast(:agency as int), -p.wholesale)) e (account_id, company_id, cents)
    where e.cents <> 0
  ), spent as (
    select coalesce(sum(wholesale), 0)::bigint as cents from charged
  ), used as (
    insert into wallet_client_day as d (company_id, agency_id, root_id, day, spent_cents)
    select p.company_id, cast(:agency as int), max(p.root_id), cast(:day as date), sum(p.wholesale) from charged p
    where exists (select from purse) and p.wholesale > 0 group by p.company_id
    on conflict (company_id, day) do update set spent_cents = d.spent_cents + excluded.spent_cents
  ), lowered as (
    update wallet_balance w set balance_cents = w.balance_cents - s.cents
    from spent s
    where w.company_id = cast(:agency as int) and exists (select from purse) and s.cents > 0
    returning w.balance_cents, not w.stop_continual and w.balance_cents * 10 < w.last_balance_cents as low
  )
  select array(select idem_key from posted) as posted,
    array(select f.idem_key from fresh f where (f.n in (select n from payable)) is not true) as refused,
    exists (select from purse) and (select cents > 0 from spent) as owed_by_wallet,
    (select balance_cents from lowered) as balance_cents, (select low from lowered) as low`;

/**
 * The single posting statement. `db` is a transaction under the agency's row-level security; each key may stand in the batch
 * once; `day` is the one that clients' shares are counted in. Throws when money was spent and the balance did not follow, which must roll back.
 */
export async function postLeads(
  db: Knex,
  agencyId: number,
  { walletAllowed, day }: { walletAllowed: boolean; day: string },
  batch: readonly LeadPosting[],
): Promise<Posted> {
  const statement = db.raw(POST_LEADS, {
    agency: agencyId,
    wallet_allowed: walletAllowed,
    day,
    keys: batch.map((l) => l.key),
    companies: batch.map((l) => l.companyId),
    campaigns: batch.map((l) => l.campaignId),
    retail: batch.map((l) => l.retailCents),
    wholesale: batch.map((l) => l.wholesaleCents),
  });
  // A named statement is planned once for each connection; planning costs more than posting one lead.
  const { rows } = (await statement.options({ name: 'wallet-post-leads' })) as {
    rows: [{ posted: string[]; refused: string[]; owed_by_wallet: boolean; balance_cents: string | null; low: boolean | null }];
  };
  const { posted, refused, owed_by_wallet: owed, balance_cents: balance, low } = rows[0];
  if (owed && balance === null) throw new Error(`wallet of ${agencyId}: leads were posted and the balance did not follow`);
  return { posted, refused, wallet: balance === null ? null : { balanceCents: Number(balance), low: low === true } };
}

const AGENCY_BOOKS = ['wallet', 'revenue', 'payable', 'cost', 'cash'];

/** Opens what is missing of the agency's books and its clients' receivables. */
export async function openBooks(db: Knex, agencyId: number, clientIds: readonly number[]): Promise<void> {
  const rows = [
    ...AGENCY_BOOKS.map((kind) => ({ company_id: agencyId, kind })),
    ...[...new Set(clientIds)].sort((a, b) => a - b).map((id) => ({ company_id: id, kind: 'receivable' })),
  ];
  await db('wallet_account').insert(rows).onConflict(['company_id', 'kind']).ignore();
}

/**
 * Moves `cents` between the payment provider (`cash`) and the agency's wallet, once for a key: positive into the wallet,
 * negative back. Only a reversal may overdraw it. Answers the balance, or null when the key was used before.
 */
export async function postCash(
  db: Knex,
  agencyId: number,
  move: { key: string; kind: 'topup' | 'refund' | 'chargeback'; operationId: string; cents: number },
): Promise<number | null> {
  const { rows } = (await db.raw(
    `with posted as (
       insert into wallet_transfer (company_id, idem_key, kind, operation_id) values (:agency, :key, :kind, :operation)
       on conflict (agency_id, idem_key) do nothing returning id
     ), entry as (
       insert into wallet_entry (transfer_id, account_id, company_id, amount_cents)
       select t.id, a.id, a.company_id, case a.kind when 'wallet' then cast(:cents as bigint) else -cast(:cents as bigint) end
       from posted t, wallet_account a where a.company_id = :agency and a.kind in ('wallet', 'cash')
       returning account_id
     ), moved as (
       update wallet_balance w set balance_cents = w.balance_cents + :cents, overdrawn = w.balance_cents + :cents < 0
       where w.company_id = :agency and (select count(*) from entry) = 2
       returning w.balance_cents
     )
     select exists (select from posted) as posted, (select balance_cents from moved) as balance_cents`,
    { agency: agencyId, key: move.key, kind: move.kind, operation: move.operationId, cents: move.cents },
  )) as { rows: [{ posted: boolean; balance_cents: string | null }] };
  const { posted, balance_cents: balance } = rows[0];
  if (posted && balance === null) throw new Error(`wallet of ${agencyId}: its books are not open`);
  return balance === null ? null : Number(balance);
}
