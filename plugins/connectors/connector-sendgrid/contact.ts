import { type FieldName, type Json, type Static, T } from '../../../core/contract.ts';
import { LeadInput } from '../integrations/contract.ts';
import { filled } from '../integrations/shared.ts';
import { ask, type Client } from './api.ts';

/** Fields of a lead that have a place in every contact. */
export const Sent = T.Pick(LeadInput, ['email', 'firstName', 'lastName', 'address', 'city', 'state', 'zip']);

/** The longest texts that each field takes; more would have the whole contact refused. */
const LONGEST = { first_name: 50, last_name: 50, address_line_1: 100, city: 60, state_province_region: 50 };

/**
 * The body of an upsert of one contact. It is known by its e-mail address alone: a phone number would be a second identifier, without which nobody could
 * update the contact any more. What is not known is left out, so that it stays as it is there.
 */
export function imported(lead: Static<typeof Sent>, custom: Readonly<Record<string, Json>>, list: string | null): object {
  const { email, firstName, lastName, address, city, state, zip } = lead;
  const texts = { first_name: firstName, last_name: lastName, address_line_1: address, city, state_province_region: state };
  const fitting = Object.entries(texts).map(([name, text]) => [
    name,
    Array.from(text)
      .slice(0, LONGEST[name as keyof typeof texts])
      .join(''),
  ]);
  const custom_fields = filled(custom);
  const contact = {
    email,
    ...filled({ ...(Object.fromEntries(fitting) as Record<string, string>), postal_code: zip }),
    ...(Object.keys(custom_fields).length > 0 ? { custom_fields } : {}),
  };
  return { ...(list ? { list_ids: [list] } : {}), contacts: [contact] };
}

/** The custom fields of the account; they are written by id. */
export async function customFields(client: Client): Promise<readonly FieldName[]> {
  const { custom_fields: all } = await ask(client, 'GET', '/marketing/field_definitions');
  return (Array.isArray(all) ? (all as { id: string; name: string }[]) : []).map(({ id, name }) => ({ value: id, label: name }));
}
