import type { Ctx, MailFilling, Tenant } from '../../../core/contract.ts';
import { mailOwner } from '../../foundation/accounts/shared.ts';

type About = 'ceiling' | 'ceiling-alarm' | 'stopped' | 'reversed' | 'share' | 'share-client';

/** Queues a mail to the owner of an agency or a client; `about` names the texts `wallet.mail.<about>.subject` and `.text`. */
export const tellOwner = (ctx: Ctx, company: Tenant, about: About, filling: MailFilling): Promise<void> =>
  mailOwner(ctx, company, { subject: `wallet.mail.${about}.subject`, text: `wallet.mail.${about}.text`, ...filling });
