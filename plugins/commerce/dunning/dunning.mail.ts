import type { Ctx, MailFilling, Tenant } from '../../../core/contract.ts';
import { mailOwner } from '../../foundation/accounts/shared.ts';

type About = 'failed' | 'failed-last' | 'suspended' | 'stopped' | 'paid' | 'agency-failed' | 'agency-paused' | 'agency-paid';

/** Queues a mail to the owner of a company; its texts are `dunning.mail.<about>.subject` and `.text`. */
export const tellOwner = (ctx: Ctx, company: Tenant, about: About, filling: MailFilling): Promise<void> =>
  mailOwner(ctx, company, {
    subject: `dunning.mail.${about}.subject`,
    text: `dunning.mail.${about}.text`,
    ...filling,
    params: { ...filling.params, company: company.name },
    about: 'billing',
  });
