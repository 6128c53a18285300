import type { Knex } from 'knex';

/** Files that go out with a mail, sealed like its text and forgotten with it, and how mails did, for plugins. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table core_mail_attachment (
      mail_id bigint not null references core_mail (id) on delete cascade,
      place int not null,
      filename text not null,
      type text not null,
      -- In base 64. As the text of the mail: in the open only where mail stays on a development machine.
      content text not null,
      sealed text,
      primary key (mail_id, place)
    );
    select core_tenant_table('core_mail_attachment');

    create view core_public_mail with (security_invoker = true) as
      select ref, company_id, agency_id, root_id, recipient, state, created_at, sent_at from core_mail;
  `);
}
