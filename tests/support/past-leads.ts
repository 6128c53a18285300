import type { Knex } from 'knex';
import type { Tenant } from '../../core/contract.ts';

/** No lead of these is ever charged again, so nothing compares its content. */
const NO_HASH = Buffer.alloc(32);

/** Leads in the books at moments of the past, which the posting call itself would date with the present. */
export async function leadsInBooks(
  db: Knex,
  client: Tenant,
  campaignId: number,
  leads: readonly { id: string; at: Date }[],
  price: { retail: number; wholesale: number },
): Promise<void> {
  const { id: companyId, agencyId, rootId } = client;
  const owners = (company_id: number) => ({ company_id, agency_id: agencyId, root_id: rootId });
  const account = async (company_id: number, kind: string): Promise<number> => {
    await db('ledger_account').insert({ company_id, kind }).onConflict(['company_id', 'kind']).ignore();
    return ((await db('ledger_account').where({ company_id, kind }).first('id')) as { id: number }).id;
  };
  const sides: [number, number, number][] = [
    [companyId, await account(companyId, 'receivable'), price.retail],
    [agencyId, await account(agencyId, 'revenue'), -price.retail],
    [agencyId, await account(agencyId, 'cost'), price.wholesale],
    [agencyId, await account(agencyId, 'payable'), -price.wholesale],
  ];
  const moving = sides.filter(([, , cents]) => cents !== 0);
  await db('ledger_posting').insert(
    leads.map(({ id, at }) => ({
      id,
      ...owners(companyId),
      key: `lead:${id}`,
      content_hash: NO_HASH,
      code: 'wallet.lead',
      reference: id,
      cost_center: campaignId,
      created_at: at,
    })),
  );
  await db('ledger_entry').insert(
    leads.flatMap(({ id, at }) =>
      moving.map(([company_id, account_id, amount_cents]) => ({
        posting_id: id,
        ...owners(company_id),
        account_id,
        amount_cents,
        created_at: at,
      })),
    ),
  );
}
