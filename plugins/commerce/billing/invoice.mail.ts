import { type Ctx, type MailInput, shownMoney, type Tenant } from '../../../core/contract.ts';
import { mailOwner, ownerOf } from '../../foundation/accounts/shared.ts';
import { Payments } from '../../money/payments/contract.ts';
import { buyerOf } from './details/paper.ts';
import type { StoredInvoice } from './invoices.store.ts';
import { isCalendar } from './terms.service.ts';

/**
 * Queues the mail to a client's owner, and to the address that it named for invoices, that says what a new bill is about and how it is paid.
 * In the transaction that writes the bill, so that there is one for each.
 */
export async function mailIssued(ctx: Ctx, client: Tenant, invoice: StoredInvoice): Promise<void> {
  const params = {
    company: client.name,
    invoice: invoice.number,
    day: invoice.issuedOn!,
    amount: shownMoney(invoice.dueCents),
    due: invoice.dueOn ?? invoice.issuedOn!,
    link: `${await ctx.origin(client)}/billing/invoices/${invoice.id}`,
  };
  const texts = { term: `billing.term.${invoice.term}`, settlement: `billing.mail.issued.${await settlementOf(ctx, invoice)}` };
  const mail = issued(params, texts);
  await mailOwner(ctx, client, mail);
  const copyTo = (await buyerOf(ctx, client)).invoiceEmail;
  const owner = await ownerOf(ctx, client.id);
  if (!copyTo || copyTo.toLowerCase() === owner?.email.toLowerCase()) return;
  const send = (own: Ctx): Promise<unknown> => own.mail({ to: copyTo, ...mail, params: { name: client.name, ...params } });
  await (client.id === ctx.tenant.id ? send(ctx) : ctx.as(client, send));
}

const issued = (params: MailInput['params'], texts: MailInput['texts']): Omit<MailInput, 'to'> => ({
  subject: 'billing.mail.issued.subject',
  text: 'billing.mail.issued.text',
  ...(params && { params }),
  ...(texts && { texts }),
  about: 'billing',
});

/** How the bill is going to be settled. The card of a calendar's bill is charged as soon as the agency can take money. */
async function settlementOf(ctx: Ctx, invoice: StoredInvoice): Promise<'outside' | 'pack' | 'later' | 'no-card' | 'today'> {
  if (invoice.state === 'external') return 'outside';
  if (!isCalendar(invoice.term)) return 'pack';
  const payments = ctx.use(Payments);
  if (!(await payments.takesCards(invoice.agencyId))) return 'later';
  const card = await payments.card(invoice.companyId);
  return card && !card.failed ? 'today' : 'no-card';
}
