import type { Ctx, MailInput, Tenant } from '../../../core/contract.ts';
import { Accounts, type AccountSummary } from './contract.ts';

/** The owner of a company, as far as the caller sees it; null where it has none, or nobody keeps accounts. */
export async function ownerOf(ctx: Ctx, companyId: number): Promise<AccountSummary | null> {
  if (!ctx.has(Accounts)) return null;
  return (await ctx.use(Accounts).owners([companyId])).get(companyId) ?? null;
}

/**
 * Queues a mail to the owner of a company, under the name that they know it by; nothing is queued where it has no owner. `{name}` is the owner's
 * unless the mail says otherwise.
 */
export async function mailOwner(ctx: Ctx, company: Tenant, mail: Omit<MailInput, 'to'>): Promise<void> {
  const owner = await ownerOf(ctx, company.id);
  if (!owner) return;
  const send = (own: Ctx): Promise<unknown> => own.mail({ ...mail, to: owner.email, params: { name: owner.name, ...mail.params } });
  await (company.id === ctx.tenant.id ? send(ctx) : ctx.as(company, send));
}
