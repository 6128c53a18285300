import { DateTime } from 'luxon';
import type { Ctx } from '../../../../core/contract.ts';
import { type Evidence, type EvidenceField, type Lead, Leads } from '../../../lead-intake/leads/contract.ts';
import { ProductSources } from '../../../lead-products/products/contract.ts';

/** A column of a spreadsheet: what stands in it, and the heading by which it is found again wherever somebody moves it. */
export interface SheetColumn {
  field: string;
  as: EvidenceField['as'];
  heading: string;
}

const LEAD_FIELDS = ['id', 'createdAt', 'firstName', 'lastName', 'email', 'phone', 'address', 'city', 'state', 'zip', 'company'] as const;
/** The first column, by which rows are told apart. */
export const KEY: (typeof LEAD_FIELDS)[number] = 'id';
/** Characters that a cell holds. */
const LONGEST = 50_000;

/** The columns for campaigns of a product, with headings in the caller's language: the person, what its sources saw, what else is known. */
export function columnsFor(ctx: Ctx, product: string): SheetColumn[] {
  const sources = ctx.use(Leads).sources();
  const own = ctx.contributions(ProductSources).filter((of) => of.product === product);
  const evidence = own.flatMap(({ source }) => sources.get(source.id)?.fields ?? []);
  const lead = LEAD_FIELDS.map((name) => ({
    name,
    title: `connector-google-sheets.heading.${name}`,
    as: name === 'createdAt' ? ('time' as const) : ('text' as const),
  }));
  const test = { name: 'isTest', title: 'connector-google-sheets.heading.isTest', as: 'text' as const };
  const taken = new Set<string>();
  return [...lead, ...evidence, ...ctx.use(Leads).furtherFields(), test].map(({ name, title, as }) => ({
    field: name,
    as,
    heading: distinct(ctx.t(title), taken),
  }));
}

/** Two columns of one heading could not be told apart. */
function distinct(heading: string, taken: Set<string>): string {
  let text = heading;
  for (let n = 2; taken.has(text); n += 1) text = `${heading} ${n}`;
  taken.add(text);
  return text;
}

type Value = string | number;

/** What stands in the columns for a lead; `yes` is what a test lead's last cell says. */
export function valuesOf(columns: readonly SheetColumn[], lead: Lead, further: Evidence, zone: string, yes: string): Value[] {
  const all: Record<string, unknown> = { ...further, ...lead.evidence, ...lead, isTest: lead.isTest ? yes : '' };
  return columns.map(({ field, as }) => cellOf(all[field], as, zone));
}

function cellOf(value: unknown, as: SheetColumn['as'], zone: string): Value {
  if (value === undefined || value === null || value === '') return '';
  if (as === 'time') return DateTime.fromJSDate(new Date(value as string | Date), { zone }).toFormat('yyyy-MM-dd HH:mm');
  return typeof value === 'number' ? value : String(value).slice(0, LONGEST);
}

/** Where each column is in the headings as they are now, or the heading that is not there any more. */
export function placesIn(headings: readonly unknown[], columns: readonly SheetColumn[]): { places: number[] } | { lost: string } {
  const there = headings.map((heading) => String(heading).trim());
  const places = columns.map(({ heading }) => there.indexOf(heading.trim()));
  const lost = places.indexOf(-1);
  return lost < 0 ? { places } : { lost: columns[lost]!.heading };
}
