import { answerOf, type Api } from './api-client.ts';
import type { DemoClient } from './clients.ts';

/** What a company says of itself on invoices; made up, as its tax number is: the prefix 00 is never given. */
export interface Office {
  legalName: string;
  street: string;
  city: string;
  state: string;
  zip: string;
  ein?: string;
}

/** Days that clients have who pay by transfer. */
export const PAYMENT_DAYS = 14;

const bodyOf = ({ legalName, street, city, state, zip, ein }: Office) => ({
  legal_name: legalName,
  country: 'US',
  line1: street,
  city,
  region: state,
  postal_code: zip,
  ...(ein && { tax_id_kind: 'us_ein' as const, tax_id: ein }),
});

/** What stands on the invoices of an agency. */
export async function stateSeller(owner: Api, office: Office, email: string): Promise<void> {
  const body = {
    ...bodyOf(office),
    invoice_email: email,
    payment_days: PAYMENT_DAYS,
    footer: 'Thank you for your business.',
  };
  answerOf(await owner.PUT('/api/billing/seller', { body }));
}

/** What stands on those of its clients, as the agency knows it. */
export async function stateBuyers(owner: Api, clients: readonly DemoClient[], ids: ReadonlyMap<string, number>): Promise<void> {
  for (const { company, office } of clients)
    if (office)
      answerOf(
        await owner.PUT('/api/billing/clients/{companyId}/details', {
          params: { path: { companyId: ids.get(company)! } },
          body: { ...bodyOf({ legalName: company, ...office }), tax: 'automatic' },
        }),
      );
}
