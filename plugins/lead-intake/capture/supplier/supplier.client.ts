import type { Egress } from '../../../../core/contract.ts';
import type { LeadPerson } from '../../leads/contract.ts';
import { PERSON_FIELDS, personBy } from '../../leads/shared.ts';
import { cleanPerson } from '../identity/person.ts';
import { postQuestion } from './post-question.ts';
import type { SupplierSettings } from './supplier.settings.ts';

export interface Question {
  visitor: string;
  /** MD5 or SHA-256 in hex, or empty. */
  emailHash: string;
  ip: string;
  url: string;
  /** Stable over repetitions, for suppliers that charge an idempotent call once. */
  id: string;
}

/**
 * Asks the supplier about one visitor. Answers the person, or null when the supplier knows nobody (404, or an answer without
 * any of the mapped fields). Throws when the supplier does not answer, or not with JSON.
 */
export async function askSupplier(
  http: Egress,
  settings: SupplierSettings,
  secret: string,
  question: Question,
): Promise<LeadPerson | null> {
  const { request, response } = settings;
  const body: Record<string, string> = {};
  for (const [field, name] of Object.entries(request)) {
    const value = question[field as keyof typeof request];
    if (name && value) body[name] = value;
  }
  const data = await postQuestion(http, { ...settings, secret }, question.id, body);
  if (data === null) return null;
  const person = cleanPerson(personBy((field) => valueAt(data, response[field])));
  return PERSON_FIELDS.some((field) => person[field] !== '') ? person : null;
}

/** The value at a dotted path of a supplier's answer; only members it really has. */
function valueAt(data: unknown, path: string): unknown {
  if (!path) return undefined;
  let value = data;
  for (const step of path.split('.')) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, step)) return undefined;
    value = (value as Record<string, unknown>)[step];
  }
  return value;
}
