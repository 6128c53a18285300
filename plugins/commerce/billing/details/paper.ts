import type { Knex } from 'knex';
import type { Ctx, Tenant } from '../../../../core/contract.ts';
import { CompanyAddresses } from '../../../tenancy/profile/contract.ts';
import type { PaperRow } from '../rows.gen.ts';
import { type Details, readClientTerms, readDetails, readSeller } from './details.store.ts';
import type { Party } from './party.ts';

/** What stands on a document besides its lines. Kept as it was when the document was issued; later details are for later ones. */
export interface Paper {
  seller: Party;
  buyer: Party;
  footer: string;
  paymentDays: number;
  /** Why no tax is charged; empty where nothing was said. */
  exemption: string;
}

/** How a document to a client would be headed now. Also for a client that issues its own. */
export async function paperFor(ctx: Ctx, client: Tenant): Promise<Paper> {
  const { name, details: seller } = await readSeller(ctx.db, client.agencyId);
  const { tax, exemption, paymentDays } = await readClientTerms(ctx.db, client.id);
  return {
    seller: { ...partyOf(seller ?? { ...NOBODY, name }), email: seller?.invoiceEmail ?? '' },
    buyer: { ...partyOf(await buyerOf(ctx, client)), email: '' },
    footer: seller?.footer ?? '',
    paymentDays: paymentDays ?? seller?.paymentDays ?? 0,
    exemption: tax === 'exempt' ? exemption : '',
  };
}

/** A client's details; until it states any, its name and the address of its profile. */
export async function buyerOf(ctx: Ctx, client: Tenant): Promise<Details> {
  return (await readDetails(ctx.db, client.id)) ?? unstated(ctx, client);
}

/** What is known of a company that stated no details for invoices yet. */
export async function unstated(ctx: Ctx, company: Tenant): Promise<Details> {
  const address = ctx.has(CompanyAddresses) ? await ctx.use(CompanyAddresses).of(company.id) : null;
  return { ...NOBODY, ...address, name: company.name };
}

const NOBODY: Details = {
  name: '',
  line1: '',
  line2: '',
  city: '',
  region: '',
  postalCode: '',
  country: 'US',
  taxIdKind: '',
  taxId: '',
  invoiceEmail: '',
  paymentDays: 0,
  footer: '',
};

const partyOf = ({ invoiceEmail: _mail, paymentDays: _days, footer: _footer, ...party }: Details): Omit<Party, 'email'> => party;

/** Writes the head of a document; never changed again. */
export async function keepPaper(db: Knex, companyId: number, documentId: string, paper: Paper): Promise<void> {
  await db('billing_paper').insert({
    company_id: companyId,
    document_id: documentId,
    seller: JSON.stringify(paper.seller),
    buyer: JSON.stringify(paper.buyer),
    footer: paper.footer,
    payment_days: paper.paymentDays,
    exemption: paper.exemption,
  });
}

/** The head of a document as it was issued; null of one from before heads were kept. */
export async function paperOf(db: Knex, documentId: string): Promise<Paper | null> {
  const row = (await db('billing_paper').where({ document_id: documentId }).first()) as PaperRow | undefined;
  if (!row) return null;
  const { footer, payment_days: paymentDays, exemption } = row;
  return { seller: row.seller as Party, buyer: row.buyer as Party, footer, paymentDays, exemption };
}
