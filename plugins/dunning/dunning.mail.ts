import type { Ctx, MailFilling, Tenant } from '../../core/contract.ts';
import { Accounts } from '../accounts/contract.ts';

type About = 'failed' | 'failed-last' | 'suspended' | 'stopped' | 'paid' | 'agency-failed' | 'agency-paused' | 'agency-paid';

/** Queues a mail to the owner of a company, if it has one; its texts are `dunning.mail.<about>.subject` and `.text`. */
export async function mailOwner(ctx: Ctx, company: Tenant, about: About, filling: MailFilling): Promise<void> {
  if (!ctx.has(Accounts)) return;
  const owner = (await ctx.use(Accounts).owners([company.id])).get(company.id);
  if (!owner) return;
  await ctx.as(company, (own) =>
    own.mail({
      to: owner.email,
      subject: `dunning.mail.${about}.subject`,
      text: `dunning.mail.${about}.text`,
      ...filling,
      params: { ...filling.params, name: owner.name, company: company.name },
      about: 'billing',
    }),
  );
}
