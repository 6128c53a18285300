import type { Knex } from 'knex';
import type { ClientPerson, PeopleQuery } from '../contract.ts';
import { PERSON_COLUMNS, personOfRow } from '../person.ts';
import type { LeadRow } from '../rows.gen.ts';

/** A client's leads as people, from a position on; nobody whom the client got again after `until`. */
export async function peopleOf(
  db: Knex,
  { companyId, campaigns, without, onlyIncomplete, after, until }: PeopleQuery,
  most: number,
): Promise<ClientPerson[]> {
  const { rows } = (await db.raw(
    `select l.id, l.person_key, l.created_at, ${PERSON_COLUMNS.map((column) => `l.${column}`).join(', ')}
     from leads_lead l
     where l.company_id = :companyId and not l.is_test and l.erased_at is null and l.product <> :without and l.created_at <= :until
       and (l.created_at, l.id) > (coalesce(:since::timestamptz, '-infinity'), coalesce(:sinceId::uuid, '00000000-0000-0000-0000-000000000000'))
       and (cardinality(:campaigns::int[]) = 0 or l.campaign_id = any(:campaigns::int[]))
       and (not :onlyIncomplete or '' in (l.email, l.phone, l.address, l.city, l.state, l.zip))
       and not exists (
         select from leads_lead n where n.company_id = l.company_id and n.person_key = l.person_key and n.created_at > :until and not n.is_test)
     order by l.created_at, l.id limit :most`,
    {
      companyId,
      without,
      onlyIncomplete,
      until,
      most,
      since: after?.at ?? null,
      sinceId: after?.id ?? null,
      campaigns: campaigns as unknown as Knex.RawBinding,
    },
  )) as { rows: LeadRow[] };
  return rows.map((row) => ({
    leadId: row.id,
    key: row.person_key,
    createdAt: row.created_at,
    ...personOfRow(row),
  }));
}
