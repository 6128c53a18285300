import { type Ctx, notFound, Problem } from '../../core/contract.ts';
import { Companies, RemovalGuards } from '../agencies/contract.ts';
import { Campaigns } from '../campaigns/contract.ts';
import { findClient, lockCompany } from './clients.store.ts';

/** Removes a client with its people; refused with the list of open campaigns and whatever else is open. Answers its name. */
export async function removeClient(ctx: Ctx, companyId: number): Promise<string> {
  const client = await findClient(ctx, companyId, 'delete');
  const company = client && (await ctx.company(companyId));
  if (!client || !company) throw notFound();
  await lockCompany(ctx, companyId);
  const open = ctx.has(Campaigns) ? await ctx.use(Campaigns).open({ companyId }) : [];
  const reasons = open.length > 0 ? [ctx.t('clients.problem.open-campaigns', { campaigns: open.join(', ') })] : [];
  for (const guard of ctx.slot(RemovalGuards)) reasons.push(...(await guard(ctx, company)));
  if (reasons.length > 0)
    throw new Problem(409, 'clients.problem.still-open', {
      params: { name: client.company_name, reasons: reasons.join(' ') },
      extra: { campaigns: open, reasons },
    });
  await ctx.use(Companies).remove(companyId);
  await ctx.audit({ action: 'clients.removed', description: `Client ${client.company_name} removed`, target: String(companyId) });
  await ctx.live('clients.list');
  return client.company_name;
}
