import type { Knex } from 'knex';

/** Price versions: what agencies pay the root, what the root demands at least, and the module cost of clients. Nothing is ever changed. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    -- Rows of an agency are its cost; rows of a root are the minimums for all its agencies.
    create table pricing_cost (
      id bigint generated always as identity primary key,
      product text not null,
      term text not null check (term in ('Weekly', 'Monthly', 'OneTime', 'Prepaid')),
      platform_fee_cents bigint not null check (platform_fee_cents >= 0),
      cost_per_lead_cents bigint not null check (cost_per_lead_cents >= 0),
      cost_per_lead_advanced_cents bigint not null check (cost_per_lead_advanced_cents >= 0),
      min_cost_month_cents bigint not null check (min_cost_month_cents >= 0),
      valid_from timestamptz not null,
      created_at timestamptz not null default now(),
      created_by int not null,
      viewed_by int
    );
    select core_tenant_table('pricing_cost');
    select core_append_only_table('pricing_cost');
    create index on pricing_cost (company_id, product, term, id desc);

    create table pricing_client_cost (
      id bigint generated always as identity primary key,
      product text not null,
      cost_set_cents bigint not null check (cost_set_cents >= 0),
      cost_set_advanced_cents bigint not null check (cost_set_advanced_cents >= 0),
      cost_set_b2b_cents bigint not null check (cost_set_b2b_cents >= 0),
      cost_month_cents bigint not null check (cost_month_cents >= 0),
      cost_max_lead_cents bigint not null check (cost_max_lead_cents >= 0),
      platform_fee_cents bigint not null check (platform_fee_cents >= 0),
      limit_lead int not null check (limit_lead >= 0),
      limit_lead_freq text not null check (limit_lead_freq in ('day', 'week', 'month', 'total')),
      limit_lead_start date,
      limit_lead_end date,
      payment_term text not null check (payment_term in ('Weekly', 'Monthly', 'OneTime', 'Prepaid')),
      conti_duration text not null check (conti_duration in ('weekly', 'monthly')),
      top_up text not null check (top_up in ('onetime', 'continual')),
      leads_buy int not null check (leads_buy >= 0),
      valid_from timestamptz not null,
      created_at timestamptz not null default now(),
      created_by int not null,
      viewed_by int
    );
    select core_tenant_table('pricing_client_cost');
    select core_append_only_table('pricing_client_cost');
    create index on pricing_client_cost (company_id, product, id desc);

    -- The prices of a company at a moment, by product and term. A client cannot see its agency's rows, nor an agency its root's, yet
    -- both pay by them: whoever stands below or above the company may ask, and learns of no other.
    create function pricing_costs(company int, moment timestamptz) returns setof pricing_cost language sql stable security definer
      set search_path = pg_catalog, public set app.scope = 'platform' as $$
      select distinct on (c.product, c.term) c.* from pricing_cost c join core_tenant t on t.id = c.company_id
      where c.company_id = company and c.valid_from <= moment
        and (core_tenant_id() in (t.id, t.agency_id, t.root_id)
          or exists (select from core_tenant own where own.id = core_tenant_id() and t.id in (own.agency_id, own.root_id)))
      order by c.product, c.term, c.id desc $$;
  `);
}
