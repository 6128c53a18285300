import { randomUUID } from 'node:crypto';
import { asSystem } from '../../core/boot/as-system.ts';
import type { SoldLead } from '../../plugins/lead-intake/leads/contract.ts';
import { Wallet } from '../../plugins/commerce/wallet/contract.ts';
import { type Comparison, compare, load } from './harness.ts';
import { addCampaign, fill, type Installation, install, ownerOf, walletSql } from './installation.ts';

const MILLISECONDS = 1_000;
const BATCH = 200;
const PRICE = { retail: 150, wholesale: 50 };

/** P4: leads charged to one hot wallet, against one plain statement that lowers a balance and writes the same entries. */
export async function run(adminUrl: string): Promise<Comparison[]> {
  const installation = await install(adminUrl);
  try {
    const product = await productCharge(installation);
    const limit = await limitCharge(installation);
    const results: Comparison[] = [];
    for (const width of [16, 256]) {
      results.push(
        await compare(`ledger, ${width} in flight`, 'charges', {
          product: { run: () => load(width, MILLISECONDS, () => product(1)) },
          limit: { run: () => load(width, MILLISECONDS, () => limit(1)) },
        }),
      );
    }
    const batched = async (charge: (count: number) => Promise<void>) => {
      const { perSecond } = await load(1, MILLISECONDS, () => charge(BATCH));
      return { perSecond: perSecond * BATCH };
    };
    results.push(
      await compare(`ledger, batches of ${BATCH}`, 'charges', {
        product: { run: () => batched(product) },
        limit: { run: () => batched(limit) },
      }),
    );
    await prove(installation);
    return results;
  } finally {
    await installation.remove();
  }
}

/** Puts the agency on a wallet that never runs dry and answers how the product charges some leads, in one transaction. */
async function productCharge({ kernel, fixtures, owner }: Installation): Promise<(count: number) => Promise<void>> {
  const { tenant } = fixtures.a;
  const client = fixtures.a.clients[0]!.tenant;
  const campaignId = await addCampaign(owner, client, 'Bench');
  await fill(
    owner,
    `
    insert into ledger_account (kind, company_id, agency_id, root_id) values ('receivable', ${ownerOf(client)});
    ${walletSql(tenant, '1e15')}`,
  );
  await kernel.features.refresh();
  const charge = (): SoldLead => ({
    leadId: randomUUID(),
    campaignId,
    companyId: client.id,
    retailCents: PRICE.retail,
    wholesaleCents: PRICE.wholesale,
  });
  return (count) => asSystem(kernel, tenant, (ctx) => ctx.use(Wallet).chargeLeads(tenant.id, Array.from({ length: count }, charge)));
}

/** The same rows by one statement, in tables that have the same columns and keys and nothing that guards them. */
async function limitCharge({ owner, fixtures }: Installation): Promise<(count: number) => Promise<void>> {
  const client = fixtures.a.clients[0]!.tenant;
  await owner.query(`
    create table bench_wallet (id int primary key, cents bigint not null);
    insert into bench_wallet values (1, 1e15);
    create table bench_posting (like ledger_posting including defaults including indexes);
    create table bench_entry (like ledger_entry including defaults including identity including indexes);`);
  const text = `
    with lead as (select k as key, gen_random_uuid() as id from unnest($1::text[]) k),
    paid as (update bench_wallet set cents = cents - ${PRICE.wholesale} * (select count(*) from lead) where id = 1),
    transfer as (
      insert into bench_posting (id, key, content_hash, code, reference, cost_center, company_id, agency_id, root_id)
      select id, key, decode(repeat('00', 32), 'hex'), 'wallet.lead', substr(key, 6), 1, ${ownerOf(client)} from lead
      on conflict do nothing)
    insert into bench_entry (posting_id, account_id, amount_cents, company_id, agency_id, root_id)
    select l.id, e.account, e.cents, ${ownerOf(client)}
    from lead l cross join (values (1, ${PRICE.retail}), (2, -${PRICE.retail}), (3, ${PRICE.wholesale}), (4, -${PRICE.wholesale})) e (account, cents)`;
  return async (count) => {
    await owner.query({ name: 'charge', text, values: [Array.from({ length: count }, () => `lead:${randomUUID()}`)] });
  };
}

/** Fast and wrong is no speed: the wallet must stand where its entries say. */
async function prove({ owner, fixtures }: Installation): Promise<void> {
  const { rows } = await owner.query<{ wrong: boolean }>(
    `select (select 1e15 - balance_cents from ledger_balance where company_id = $1) <>
       (select -sum(amount_cents) from ledger_entry e join ledger_account a on a.id = e.account_id where a.kind = 'wallet' and a.company_id = $1) as wrong`,
    [fixtures.a.tenant.id],
  );
  if (rows[0]!.wrong) throw new Error('the wallet does not stand where its entries say');
}
