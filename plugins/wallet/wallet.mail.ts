import type { Ctx, MailFilling, Tenant } from '../../core/contract.ts';
import { Accounts } from '../accounts/contract.ts';

type About = 'ceiling' | 'ceiling-alarm' | 'stopped' | 'reversed' | 'share' | 'share-client';

/** Queues a mail to the agency's owner, if it has one; `about` names the texts `wallet.mail.<about>.subject` and `.text`. */
export const mailOwner = (ctx: Ctx, about: About, filling: MailFilling): Promise<void> => mailOwnerOf(ctx, ctx.tenant, about, filling);

/** The same to the owner of the agency or of one of its clients, under the name that they know. */
export async function mailOwnerOf(ctx: Ctx, company: Tenant, about: About, filling: MailFilling): Promise<void> {
  if (!ctx.has(Accounts)) return;
  const owner = (await ctx.use(Accounts).owners([company.id])).get(company.id);
  if (!owner) return;
  const mail = (own: Ctx) =>
    own.mail({
      to: owner.email,
      subject: `wallet.mail.${about}.subject`,
      text: `wallet.mail.${about}.text`,
      ...filling,
      params: { ...filling.params, name: owner.name },
    });
  await (company.id === ctx.tenant.id ? mail(ctx) : ctx.as(company, mail));
}
