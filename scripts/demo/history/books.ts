import { randomUUID } from 'node:crypto';
import type { Knex } from 'knex';

/** A posting as the ledger takes it, of a moment that has passed. */
export interface PastPosting {
  key: string;
  code: string;
  at: Date;
  /** What or whom it is about. */
  company_id: number;
  agency_id: number;
  root_id: number;
  reference: string;
  cost_center: number | null;
  entries: readonly { company: number; account: string; cents: number }[];
}

/** Opens what collects postings until `postAll`. */
export const openBooks = (trx: Knex): Promise<unknown> =>
  trx.raw(`
    create temp table h_posting (id uuid primary key, key text, code text, at timestamptz, company_id int, agency_id int, root_id int, reference text, cost_center int) on commit drop;
    create temp table h_entry (posting_id uuid, company_id int, account text, named text, cents bigint) on commit drop`);

/** Both sides of leads. Which account a lead was paid from is no part of what was agreed, so the wallet's stands under the name of what it replaces. */
export async function collectLeads(trx: Knex): Promise<void> {
  await trx.raw(`
    insert into h_posting select gen_random_uuid(), 'lead:' || l.id, 'wallet.lead', l.at, c.company_id, c.agency_id, c.root_id, l.id::text, c.id
    from h_lead l join h_campaign c on c.id = l.campaign_id`);
  await trx.raw(`
    insert into h_entry
    select p.id, e.company_id, e.account, e.named, e.cents from h_posting p join h_campaign c on c.id = p.cost_center
    cross join lateral (values (c.company_id, 'receivable', 'receivable', c.retail), (c.agency_id, 'revenue', 'revenue', -c.retail),
      (c.agency_id, 'cost', 'cost', c.wholesale), (c.agency_id, case when c.on_wallet then 'wallet' else 'payable' end, 'payable', -c.wholesale)
    ) e (company_id, account, named, cents) where p.code = 'wallet.lead' and e.cents <> 0`);
}

export async function collect(trx: Knex, postings: readonly PastPosting[]): Promise<void> {
  if (postings.length === 0) return;
  const rows = postings.map(({ entries, ...posting }) => ({ id: randomUUID(), posting, entries }));
  await trx('h_posting').insert(rows.map(({ id, posting }) => ({ id, ...posting })));
  const moving = rows.flatMap(({ id, entries }) =>
    entries
      .filter(({ cents }) => cents !== 0)
      .map(({ company, account, cents }) => ({ posting_id: id, company_id: company, account, named: account, cents })),
  );
  await trx('h_entry').insert(moving);
}

const OPEN = `
  insert into ledger_account (company_id, kind) select distinct company_id, account from h_entry order by 1, 2 on conflict (company_id, kind) do nothing`;
/** The hash is the ledger's own, so that a lead that is charged again is told from one that differs. */
const POST = `
  insert into ledger_posting (id, company_id, agency_id, root_id, key, code, reference, cost_center, content_hash, created_at)
  select p.id, p.company_id, p.agency_id, p.root_id, p.key, p.code, p.reference, p.cost_center,
    sha256(convert_to(p.code || E'\\n' || p.company_id || E'\\n' || coalesce(p.cost_center::text, '') || E'\\n' || s.sides || E'\\n\\n' || p.reference, 'UTF8')), p.at
  from h_posting p join (
    select posting_id, string_agg(side, E'\\n' order by side collate "C") as sides
    from (select posting_id, company_id || ' ' || named || ' ' || cents as side from h_entry) e group by posting_id
  ) s on s.posting_id = p.id order by p.at`;
const ENTER = `
  insert into ledger_entry (posting_id, account_id, company_id, agency_id, root_id, amount_cents, created_at)
  select p.id, a.id, e.company_id, p.agency_id, p.root_id, e.cents, p.at
  from h_posting p join h_entry e on e.posting_id = p.id join ledger_account a on a.company_id = e.company_id and a.kind = e.account order by p.at`;
const DRAWN = `
  insert into ledger_drawn as d (account_id, company_id, agency_id, root_id, day, cents)
  select a.id, p.company_id, p.agency_id, p.root_id, (p.at at time zone 'America/Chicago')::date, -sum(e.cents)
  from h_posting p join h_entry e on e.posting_id = p.id join ledger_balance a2 on a2.company_id = e.company_id and a2.kind = e.account
  join ledger_account a on a.id = a2.account_id where e.cents < 0 and p.company_id <> e.company_id group by 1, 2, 3, 4, 5 order by 1, 2, 5
  on conflict (account_id, company_id, day) do update set cents = d.cents + excluded.cents`;
const BALANCE = `
  update ledger_balance b set balance_cents = b.balance_cents + m.cents
  from (select company_id, account, sum(cents) as cents from h_entry group by 1, 2) m where m.company_id = b.company_id and m.account = b.kind`;

/** Writes what was collected into the ledger; its own triggers look over every posting. */
export async function postAll(trx: Knex): Promise<void> {
  await trx.raw('create index on h_entry (posting_id); analyze h_posting; analyze h_entry');
  for (const sql of [OPEN, POST, ENTER, DRAWN, BALANCE]) await trx.raw(sql);
}
