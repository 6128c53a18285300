import type { Ctx, MailFilling } from '../../../core/contract.ts';
import { mailOwner } from '../../foundation/accounts/shared.ts';

/** Queues a mail to the agency's owner; `about` names the texts `agency-billing.mail.<about>.subject` and `.text`. */
export const tellOwner = async (ctx: Ctx, about: 'failed' | 'shortfall', filling: MailFilling): Promise<void> =>
  mailOwner(ctx, ctx.tenant, {
    subject: `agency-billing.mail.${about}.subject`,
    text: `agency-billing.mail.${about}.text`,
    about: 'billing',
    ...filling,
    params: { ...filling.params, link: `${await ctx.origin(ctx.tenant)}/configuration/agency-billing` },
  });
