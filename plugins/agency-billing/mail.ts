import type { Ctx, MailFilling } from '../../core/contract.ts';
import { Accounts } from '../accounts/contract.ts';

/** Queues a mail to the agency's owner, if it has one; `about` names the texts `agency-billing.mail.<about>.subject` and `.text`. */
export async function mailOwner(ctx: Ctx, about: 'failed' | 'shortfall', filling: MailFilling): Promise<void> {
  const owner = (await ctx.use(Accounts).owners([ctx.tenant.id])).get(ctx.tenant.id);
  if (!owner) return;
  await ctx.mail({
    to: owner.email,
    subject: `agency-billing.mail.${about}.subject`,
    text: `agency-billing.mail.${about}.text`,
    about: 'billing',
    ...filling,
    params: { ...filling.params, name: owner.name, link: `${await ctx.origin(ctx.tenant)}/configuration/agency-billing` },
  });
}
