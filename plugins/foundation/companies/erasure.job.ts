import { type Ctx, defineJob, ErasurePort, T, TenantsPort } from '../../../core/contract.ts';
import { Accounts } from '../accounts/contract.ts';
import { Erasures } from './contract.ts';

/** Days for which a removed company's data is kept, for somebody who asks for it back. */
const KEEP_DAYS = 30;

/** Erases the people of removed companies from every plugin, a company a transaction: one that fails holds up no other. */
export const eraseCompanies = defineJob({
  id: 'companies.erase',
  payload: T.Object({}),
  every: '45 3 * * *',
  timeoutMs: 900_000,
  db: 'intent',
  async run(ctx) {
    for (const id of await ctx.transaction((tx) => companiesToErase(tx))) {
      try {
        await ctx.transaction((tx) => eraseCompany(tx, id));
      } catch (error) {
        ctx.log.error({ company: id, error: String(error) }, 'company not erased');
      }
    }
  },
});

async function companiesToErase(ctx: Ctx): Promise<number[]> {
  const { rows } = (await ctx.db.raw(
    `select t.id from core_public_company t
     where t.removed_at < ?::timestamptz - make_interval(days => ${KEEP_DAYS})
       and not exists (select from companies_erasure e where e.company_id = t.id)
     order by t.removed_at limit 1000`,
    [ctx.now],
  )) as { rows: { id: number }[] };
  return rows.map((row) => row.id);
}

/** Millions of leads of one campaign are deleted by one statement: longer than a person would wait, and nobody does. */
const LONGEST_STATEMENT = '10min';

async function eraseCompany(ctx: Ctx, id: number): Promise<void> {
  await ctx.db.raw(`set local statement_timeout = '${LONGEST_STATEMENT}'`);
  for (const erase of ctx.contributions(Erasures)) await erase(ctx, id);
  await ctx.use(Accounts).eraseAllOf(id);
  await ctx.use(ErasurePort).rowsOf(id);
  await ctx.use(TenantsPort).erase(id);
  await ctx.audit({
    action: 'companies.erased',
    companyId: id,
    description: 'Personal data erased 30 days after the removal',
    target: String(id),
  });
  await ctx.db('companies_erasure').insert({ company_id: id, erased_at: ctx.now }).onConflict('company_id').ignore();
}
