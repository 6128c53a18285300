import type { RJSFSchema } from '@rjsf/utils';
import type { WireFormBody } from '../../../core/contract/wire.ts';
import type { Row } from '../data/bindings.ts';
import { formatDate } from '../data/format.ts';
import { hiddenFields, prefilled } from './shape.ts';

/** Fields of a form that stand under one heading. */
export interface Section {
  title: string;
  fields: string[];
}

/** The groups of a form in the order of its fields; those without a field that anybody sees are left out. */
export function sectionsOf(body: WireFormBody): Section[] {
  const properties = (body.schema as RJSFSchema).properties ?? {};
  const names = [...new Set([...body.order, ...Object.keys(properties)])].filter((name) => name in properties);
  const seen = names.filter((name) => !body.ui[name]?.hide && body.ui[name]?.widget !== 'hidden');
  return [...Map.groupBy(seen, (name) => body.ui[name]?.group ?? '')].map(([title, fields]) => ({ title: title || body.title, fields }));
}

/** Values of a list that a summary names. */
export const MOST_LISTED = 3;

/** What is set in a section, in one line; empty where that is nothing. Switches that are off and limits of zero say nothing. */
export function summaryOf(body: WireFormBody, answer: Row, { fields }: Section, locale: 'en' | 'ar'): string {
  const properties = ((body.schema as RJSFSchema).properties ?? {}) as Record<string, RJSFSchema>;
  const data = prefilled(body.schema, answer);
  const hidden = new Set(hiddenFields(body, data));
  return fields
    .filter((name) => !hidden.has(name) && body.ui[name]?.qualifies === undefined)
    .flatMap((name) => {
      const title = properties[name]?.title ?? name;
      const { widget, negated } = body.ui[name] ?? {};
      if (widget === 'flag' || widget === 'switch') return (data[name] === 'T' || data[name] === true) === !negated ? [title] : [];
      const value = valueText(body, name, data[name], locale);
      if (value === '') return [];
      const further = fields
        .filter((other) => body.ui[other]?.qualifies === name)
        .map((other) => valueText(body, other, data[other], locale));
      return [`${title}: ${[value, ...further.filter(Boolean).map((text) => `(${text})`)].join(' ')}`];
    })
    .join(' · ');
}

function valueText(body: WireFormBody, name: string, value: unknown, locale: 'en' | 'ar'): string {
  const { labels, options, prefix = '', suffix = '', widget } = body.ui[name] ?? {};
  if (Array.isArray(value)) {
    const listed = value.slice(0, MOST_LISTED).map((entry) => labels?.[String(entry)] ?? String(entry));
    // Ids of what is chosen from a call say nothing while their names are not there.
    const isNamed = value.slice(0, MOST_LISTED).every((entry) => labels?.[String(entry)] !== undefined);
    if (!isNamed && (options || value.some((entry) => typeof entry === 'number'))) return value.length > 0 ? String(value.length) : '';
    return [...listed, ...(value.length > MOST_LISTED ? [`+${value.length - MOST_LISTED}`] : [])].join(', ');
  }
  if (value === undefined || value === null || value === '' || Number(value) === 0) return '';
  if (widget === 'date') return formatDate(value, locale);
  if (options && labels?.[String(value)] === undefined) return '';
  return `${prefix}${labels?.[String(value)] ?? String(value)}${suffix}`;
}
