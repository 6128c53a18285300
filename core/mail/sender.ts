import { asSystem } from '../boot/as-system.ts';
import { type Ctx, type Letterhead, MailSender, type SmtpAccount } from '../contract.ts';
import { findTenant } from '../data/tenant.ts';
import type { Kernel } from '../kernel.ts';

/** Who sends the mail of one company's people, and how it looks. */
export interface Sender {
  letterhead: Letterhead | null;
  smtp: SmtpAccount | null;
  /** Notes how the company's own server did. */
  noted(problem: string | null): Promise<void>;
}

/** Asks the plugin that knows senders, as the company's agency; a mail of nobody in particular has no letterhead. */
export async function senderOf(kernel: Kernel, companyId: number): Promise<Sender> {
  const company = await findTenant(kernel.platform, companyId);
  const agency = company && (await findTenant(kernel.platform, company.agencyId));
  if (!company || !agency) return { letterhead: null, smtp: null, noted: async () => undefined };
  const asked = <R>(work: (ctx: Ctx) => Promise<R>): Promise<R> => asSystem(kernel, agency, work);
  const found = await asked(async (ctx) => (ctx.has(MailSender) ? ctx.use(MailSender).of(company) : null));
  return {
    letterhead: found?.letterhead ?? null,
    smtp: found?.smtp ?? null,
    noted: (problem) => asked((ctx) => ctx.use(MailSender).noted(company, problem)),
  };
}
