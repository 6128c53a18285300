/**
 * The one statement that posts: looks up the accounts that entries name and locks those with a floor, leaves out what was posted before,
 * takes the longest run from the front that no floor forbids, writes postings and entries, counts what each company's postings drew today,
 * and moves the balances. Nothing is posted where a key was used before for another content, or an account is not there.
 *
 * Accounts without a floor lock nothing, so their postings never wait for each other.
 *
 * What an account can pay is decided on the row as `ledger_hold` locked it. It and `ledger_move` are functions so that each looks at the
 * newest row: this statement itself sees the row as it was when it began, and would be set up anew for one that changed since.
 *
 * Conditions on keys and ids are written so that the planner cannot turn them into joins: it knows nothing of the batch's size, and a
 * plan that reads the whole ledger would be chosen on a young table and kept. Each is one index or hash look-up a posting. For the same
 * reason entries stand in columns beside their posting (`a1`, `c1`, ...) and name accounts by their place in an array.
 */
function textOf(width: number): string {
  const places = Array.from({ length: width }, (_, n) => n + 1);
  const columns = places.map((n) => `a${n}, c${n}`).join(', ');
  const arrays = places.map((n) => `cast(:a${n} as int[]), cast(:c${n} as bigint[])`).join(', ');
  const sides = `lateral (values ${places.map((n) => `(p.a${n}, p.c${n})`).join(', ')}) side (a, cents)`;
  return `
  with named as (
    select * from unnest(cast(:companies as int[]), cast(:accounts as text[]), cast(:elses as text[]), cast(:floored as boolean[]))
      with ordinality as n (company_id, kind, else_kind, is_floored, a)
  ), held as materialized (
    select n.a, n.company_id, b.account_id, b.balance_cents, b.floor_cents
    from (select * from named where is_floored order by company_id, kind) n cross join lateral ledger_hold(n.company_id, n.kind, n.else_kind is null) b
  ), account as materialized (
    select n.a, n.company_id, coalesce(h.account_id, (
      select x.id from ledger_account x where x.company_id = n.company_id and x.kind = coalesce(n.else_kind, n.kind) and x.agency_id = cast(:agency as int)
    )) as id from named n left join held h on h.a = n.a
  ), book as (
    select array_agg(id order by a) as ids, array_agg(company_id order by a) as owners, coalesce(bool_and(id is not null), true) as is_open from account
  ), wanted as (
    select p.*, (
      select t.content_hash from ledger_posting t where t.agency_id = cast(:agency as int) and t.key = p.key
    ) as known
    from unnest(cast(:ids as uuid[]), cast(:keys as text[]), cast(:codes as text[]), cast(:abouts as int[]), cast(:references as text[]), cast(:centers as int[]), cast(:hashes as bytea[]), ${arrays})
      with ordinality as p (id, key, code, company_id, reference, cost_center, hash, ${columns}, n)
  ), move as (
    select p.n, p.company_id as about, h.company_id as owner, h.account_id, side.cents, h.floor_cents,
      h.balance_cents + sum(side.cents) over (partition by h.account_id order by p.n) as after
    from wanted p cross join ${sides} join held h on h.a = side.a where p.known is null
  ), cut as (
    select min(n) as n from move where cents < 0 and after < floor_cents and not cast(:past_floor as boolean)
  ), payable as (
    select p.* from wanted p
    where p.known is null and (p.n < (select n from cut)) is not false
      and (select is_open from book) and not exists (select from wanted w where w.known <> w.hash)
  ), posted as (
    insert into ledger_posting (id, company_id, agency_id, root_id, key, code, reference, cost_center, content_hash)
    select id, company_id, cast(:agency as int), cast(:root as int), key, code, reference, cost_center, hash from payable order by key
    on conflict (agency_id, key) do nothing
    returning id, key
  ), made as (
    select * from payable p where (p.id in (select id from posted)) is true
  ), entry as (
    insert into ledger_entry (posting_id, account_id, company_id, agency_id, root_id, amount_cents)
    select p.id, (book.ids)[side.a], (book.owners)[side.a], cast(:agency as int), cast(:root as int), side.cents
    from made p cross join book cross join ${sides} where side.a is not null
  ), made_move as (
    select * from move m where (m.n in (select n from made)) is true
  ), change as (
    select account_id, sum(cents)::bigint as cents from made_move group by account_id
  ), drawn as (
    insert into ledger_drawn as d (account_id, company_id, agency_id, root_id, day, cents)
    select account_id, about, cast(:agency as int), cast(:root as int), cast(:day as date), -sum(cents) from made_move
    where cents < 0 and about <> owner group by account_id, about
    on conflict (account_id, company_id, day) do update set cents = d.cents + excluded.cents
  ), moved as (
    select m.* from change c cross join lateral ledger_move(c.account_id, c.cents, cast(:past_floor as boolean)) m
  )
  select array(select key from posted) as posted,
    array(select w.key from wanted w where w.known is null and (w.id in (select id from posted)) is not true) as refused,
    array(select key from wanted where known <> hash) as clashing,
    (select count(*) from change)::int as changes,
    (select json_agg(json_build_object('companyId', company_id, 'account', kind, 'cents', balance_cents, 'isLow', is_low)) from moved) as balances`;
}

const texts = new Map<number, string>();
/** The statement for postings of at most so many entries each. */
export function postSql(width: number): string {
  if (!texts.has(width)) texts.set(width, textOf(width));
  return texts.get(width)!;
}
