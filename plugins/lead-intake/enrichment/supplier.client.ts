import type { Egress } from '../../../core/contract.ts';
import { cleanPerson, postQuestion, type SupplierAccess, SupplierFailure } from '../capture/shared.ts';
import type { EnrichmentQuestion, InformationField } from './contract.ts';

const LONGEST_TEXT = 200;
const LARGEST_NUMBER = 1_000_000_000;
const MOST_CENTS = 100_000;

/** Fields to ask for, by their names. */
export type Wanted = Readonly<Record<string, InformationField>>;
export interface Told {
  values: Readonly<Record<string, string | number>>;
  /** What the supplier says that the answer cost, in cents; null where it says nothing. */
  cents: number | null;
}

/** Asks a supplier about one person or company. Throws `SupplierFailure` where it does not answer as agreed. */
export async function askSupplier(
  http: Egress,
  access: SupplierAccess,
  {
    id,
    person,
    about,
    groups,
    wanted,
  }: Pick<EnrichmentQuestion, 'person' | 'groups'> & {
    id: string;
    about: EnrichmentQuestion['about'];
    wanted: Wanted;
  },
): Promise<Told> {
  const answer = await postQuestion(http, access, id, { person, ...(about && { about }), groups, fields: Object.keys(wanted) });
  if (answer === null) return { values: {}, cents: null };
  const data = memberOf(answer, 'data');
  if (typeof data !== 'object' || data === null) throw new SupplierFailure('the answer has no "data"', true);
  const values = Object.entries(wanted).flatMap(([name, field]) => {
    const value = cleaned(field, memberOf(data, name));
    return value === null ? [] : [[name, value] as const];
  });
  return { values: Object.fromEntries(values), cents: centsOf(memberOf(answer, 'cost_cents')) };
}

/** Only members that it really has. */
const memberOf = (of: unknown, name: string): unknown =>
  typeof of === 'object' && of !== null && Object.hasOwn(of, name) ? (of as Record<string, unknown>)[name] : undefined;

function centsOf(named: unknown): number | null {
  if (named === undefined || named === null) return null;
  if (!Number.isInteger(named) || (named as number) < 0 || (named as number) > MOST_CENTS)
    throw new SupplierFailure('the answer names no price in cents', true);
  return named as number;
}

/** A value as it may be kept; null for what is none of that field. */
function cleaned({ as, person }: InformationField, value: unknown): string | number | null {
  if (as === 'number') {
    const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
    return Number.isInteger(number) && Math.abs(number as number) <= LARGEST_NUMBER ? (number as number) : null;
  }
  if (typeof value !== 'string' && typeof value !== 'number') return null;
  const text = person
    ? cleanPerson({ [person]: value })[person]
    : String(value)
        .replace(/\p{Cc}/gu, ' ')
        .toWellFormed()
        .trim()
        .slice(0, LONGEST_TEXT);
  if (person === 'phone' && text.replace(/\D/g, '').length < 7) return null;
  return text === '' ? null : text;
}
