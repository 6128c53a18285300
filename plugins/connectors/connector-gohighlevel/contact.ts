import { type FieldName, type Json, type Static, T } from '../../../core/contract.ts';
import { LeadInput } from '../integrations/contract.ts';
import { filled } from '../integrations/shared.ts';
import { ask, type Client } from './api.ts';

/** Fields of a lead that have a place in every contact. */
export const Sent = T.Pick(LeadInput, [
  'firstName',
  'lastName',
  'email',
  'phone',
  'address',
  'city',
  'state',
  'zip',
  'company',
  'campaign',
]);

/** The body of an upsert. What is not known is left out, so that it stays as it is there. */
export function contactOf(location: string, lead: Static<typeof Sent>, custom: Readonly<Record<string, Json>>): object {
  const { firstName, lastName, email, phone, address, city, state, zip, company, campaign } = lead;
  const contact = filled({
    firstName,
    lastName,
    email,
    phone,
    address1: address,
    city,
    state,
    postalCode: zip,
    companyName: company,
    source: campaign,
  });
  const chosen = Object.entries(filled(custom)).map(([id, value]) => ({
    id,
    field_value: typeof value === 'number' ? value : String(value),
  }));
  return { locationId: location, ...contact, ...(chosen.length > 0 ? { customFields: chosen } : {}) };
}

/** The custom fields that contacts of the location have. */
export async function customFields(client: Client): Promise<readonly FieldName[]> {
  const { customFields: all } = await ask(client, 'GET', `/locations/${client.auth.location}/customFields?model=contact`);
  return (Array.isArray(all) ? (all as { id: string; name?: string }[]) : []).map(({ id, name }) => ({ value: id, label: name ?? id }));
}
