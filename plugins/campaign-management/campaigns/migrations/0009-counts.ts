import type { Knex } from 'knex';

/** How many campaigns are in which state, and which have used up a limit, stands in the indexes with all that row-level security looks at. */
export async function up(knex: Knex): Promise<void> {
  for (const owner of ['company_id', 'agency_id', 'root_id']) {
    const others = ['company_id', 'agency_id', 'root_id'].filter((column) => column !== owner);
    await knex.raw(`
      drop index campaigns_campaign_${owner}_status_id_idx;
      create index on campaigns_campaign (${owner}, status, id) include (product, ${others.join(', ')}) where status <> 'removed';`);
  }
  await knex.raw(
    `create index campaigns_full on campaigns_campaign (agency_id, full_until) where status = 'active' and full_until is not null`,
  );
}
