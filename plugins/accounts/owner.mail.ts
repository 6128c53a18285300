import type { Ctx, MailInput, Tenant } from '../../core/contract.ts';
import { Accounts } from './contract.ts';

/**
 * Queues a mail to the owner of a company, under the name that they know it by; nothing is queued where it has no owner. `{name}` is the owner's
 * unless the mail says otherwise.
 */
export async function mailOwner(ctx: Ctx, company: Tenant, mail: Omit<MailInput, 'to'>): Promise<void> {
  if (!ctx.has(Accounts)) return;
  const owner = (await ctx.use(Accounts).owners([company.id])).get(company.id);
  if (!owner) return;
  const send = (own: Ctx): Promise<void> => own.mail({ ...mail, to: owner.email, params: { name: owner.name, ...mail.params } });
  await (company.id === ctx.tenant.id ? send(ctx) : ctx.as(company, send));
}
