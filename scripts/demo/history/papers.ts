import type { Knex } from 'knex';

/** A row of `billing_details` as the side of a document. */
const side = (
  of: string,
  name: string,
  email: string,
): string => `jsonb_build_object('name', coalesce(${of}.legal_name, ${name}), 'line1', coalesce(${of}.line1, ''),
  'line2', coalesce(${of}.line2, ''), 'city', coalesce(${of}.city, ''), 'region', coalesce(${of}.region, ''), 'postalCode', coalesce(${of}.postal_code, ''),
  'country', coalesce(${of}.country, 'US'), 'taxIdKind', coalesce(${of}.tax_id_kind, ''), 'taxId', coalesce(${of}.tax_id, ''), 'email', ${email})`;

const HEADS = `
  insert into billing_paper (company_id, document_id, seller, buyer, footer, payment_days, exemption)
  select d.company_id, d.id, ${side('s', 'a.name', "coalesce(s.invoice_email, '')")}, ${side('b', 't.name', "''")}, coalesce(s.footer, ''), coalesce(s.payment_days, 0), ''
  from (select id, company_id from billing_invoice union all select id, company_id from billing_credit) d
  join core_tenant t on t.id = d.company_id join core_tenant a on a.id = t.agency_id
  left join billing_details s on s.company_id = a.id left join billing_details b on b.company_id = t.id
  where not exists (select from billing_paper p where p.document_id = d.id)`;

/** What the invoices and credit notes of the history are headed with. */
export const headDocuments = (trx: Knex): Promise<unknown> => trx.raw(HEADS);
