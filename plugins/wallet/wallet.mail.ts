import type { Ctx } from '../../core/contract.ts';
import { Accounts } from '../accounts/contract.ts';

/** Queues a mail to the agency's owner, if it has one; `about` names the texts `wallet.mail.<about>.subject` and `.text`. */
export async function mailOwner(ctx: Ctx, about: 'ceiling' | 'stopped' | 'reversed', params: Record<string, string>): Promise<void> {
  if (!ctx.has(Accounts)) return;
  const owner = (await ctx.use(Accounts).owners([ctx.tenant.id])).get(ctx.tenant.id);
  if (owner)
    await ctx.mail({
      to: owner.email,
      subject: `wallet.mail.${about}.subject`,
      text: `wallet.mail.${about}.text`,
      params: { ...params, name: owner.name },
    });
}
