import { type Occasion, runTrigger, type Ctx, type OccasionOf } from '../../../core/contract.ts';
import { Billing, InvoiceIssued, InvoicePaid, NewInvoice, PaidInvoice } from './contract.ts';

const SUBJECT = 'invoice:';
const occasionOf = ({ invoiceId, companyId }: { invoiceId: string; companyId: number }, occasion = ''): Occasion[] => [
  { companyId, subject: SUBJECT + invoiceId, occasion },
];

async function read(ctx: Ctx, { subject }: OccasionOf) {
  const invoice = await ctx.use(Billing).find(subject.slice(SUBJECT.length));
  if (!invoice) return null;
  const { number, companyId: clientId, periodFirst, periodLast, totalCents, taxCents, creditCents, dueCents, state } = invoice;
  return {
    number,
    clientId,
    client: (await ctx.company(clientId))?.name ?? '',
    periodFirst,
    periodLast,
    totalCents,
    taxCents,
    creditCents,
    dueCents,
    state,
    issuedOn: invoice.issuedOn ?? '',
    dueOn: invoice.dueOn ?? '',
    paidAt: invoice.paidAt?.toISOString() ?? '',
  };
}
const sample = () => ({
  number: '2026-000042',
  clientId: 0,
  client: 'Example Inc.',
  periodFirst: '2026-09-01',
  periodLast: '2026-09-30',
  totalCents: 12_500,
  taxCents: 0,
  creditCents: 0,
  dueCents: 12_500,
  state: 'open',
  issuedOn: '2026-10-01',
  dueOn: '2026-10-01',
  paidAt: '',
});

export const invoiceTriggers = [
  runTrigger({ trigger: NewInvoice, event: InvoiceIssued, occasions: async (_ctx, issued) => occasionOf(issued), read, sample }),
  runTrigger({
    trigger: PaidInvoice,
    event: InvoicePaid,
    occasions: async (_ctx, paid, { eventId }) => occasionOf(paid, eventId),
    read,
    sample: () => ({ ...sample(), state: 'paid', paidAt: '2026-10-01T14:00:00.000Z' }),
  }),
];
