import { type FieldName, type Json, type Static, T } from '../../../core/contract.ts';
import { LeadInput } from '../integrations/contract.ts';
import { filled } from '../integrations/shared.ts';
import { ask, type Client } from './api.ts';

/** Fields of a lead that have a place in Kartra's. */
export const Sent = T.Pick(LeadInput, ['email', 'firstName', 'lastName', 'phone', 'address', 'zip', 'city', 'state', 'company']);

/** A lead as Kartra's commands take it. What is not known is left out, so that it stays as it is there. */
export function leadOf(lead: Static<typeof Sent>, custom: Readonly<Record<string, Json>>): object {
  const { email, firstName, lastName, phone, address, zip, city, state, company } = lead;
  const known = filled({ email, first_name: firstName, last_name: lastName, phone, address, zip, city, state, company });
  const fields = Object.entries(filled(custom)).map(([identifier, value]) => ({
    field_identifier: identifier,
    field_value: String(value),
  }));
  return { ...known, ...(fields.length > 0 ? { custom_fields: fields } : {}) };
}

/** Types whose values are plain text; the others take ids of options. */
const TEXTS = new Set(['input_field', 'text_area']);

/** The account's custom fields for text. One that is not there is ignored by Kartra without a word, so only these can be chosen. */
export async function customFields(client: Client): Promise<readonly FieldName[]> {
  const { custom_fields: fields } = (await ask(client, { actions: [{ cmd: 'retrieve_custom_fields' }] }))!.body;
  // Documented as a list written as text; a list as such is read as well.
  const all = typeof fields === 'string' ? (JSON.parse(fields || '[]') as unknown) : fields;
  return (Array.isArray(all) ? (all as { field_identifier: string; field_type: string }[]) : [])
    .filter(({ field_type: type }) => TEXTS.has(type))
    .map(({ field_identifier: name }) => ({ value: name, label: name }));
}
