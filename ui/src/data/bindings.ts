import type { Binding, When } from '../../../core/contract/page.ts';
import type { WireActor } from '../../../core/contract/wire.ts';
import type { Scalar, Values } from '../api/url.ts';
import { GAP, readable, shownAs } from '../text/texts.ts';

export type Row = Record<string, unknown>;

/** Everything a descriptor may bind to at one place of a page. */
export interface BindingContext {
  path: Record<string, string | undefined>;
  query: URLSearchParams;
  actor: WireActor | null;
  row: Row | null;
  table: Record<string, string>;
}

/** A value inside a row; dots go deeper. */
export function fieldOf(row: unknown, field: string): unknown {
  if (row === null || typeof row !== 'object') return undefined;
  if (Object.hasOwn(row, field)) return (row as Row)[field];
  const dot = field.indexOf('.');
  return dot < 0 ? undefined : fieldOf((row as Row)[field.slice(0, dot)], field.slice(dot + 1));
}

/** Whether a field holds nothing to show. */
export const isEmpty = (value: unknown): boolean =>
  value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0);

const scalar = (value: unknown): Scalar => (value !== null && typeof value === 'object' ? JSON.stringify(value) : (value as Scalar));

/** The raw value of a binding; objects and lists stay what they are, for bodies. */
export function bound(binding: Binding, context: BindingContext): unknown {
  if ('value' in binding) return binding.value;
  switch (binding.from) {
    case 'path':
      return context.path[binding.field];
    case 'query':
      return context.query.get(binding.field) ?? undefined;
    case 'actor':
      return fieldOf(context.actor, binding.field);
    case 'row':
      return fieldOf(context.row, binding.field);
    case 'table':
      return context.table[binding.field];
  }
}

/** Bindings as path or query values. */
export const values = (bindings: Record<string, Binding> | undefined, context: BindingContext): Values =>
  Object.fromEntries(Object.entries(bindings ?? {}).map(([name, binding]) => [name, scalar(bound(binding, context))]));

/** Bindings as a JSON body. */
export const bodyFrom = (bindings: Record<string, Binding> | undefined, context: BindingContext): Row =>
  Object.fromEntries(Object.entries(bindings ?? {}).map(([name, binding]) => [name, bound(binding, context)]));

/** Whether a condition holds for a row; no condition always holds. */
export function holds(when: When | undefined, row: unknown): boolean {
  if (!when) return true;
  const value = fieldOf(row, when.field);
  const hit = when.in
    ? when.in.includes(value as string | number)
    : 'is' in when
      ? value === when.is || (when.is === null && value === undefined)
      : Boolean(value);
  return when.not ? !hit : hit;
}

/** Fills `{field}`, and `{field, number}`, in a text from the first source that has the field; an unknown field becomes nothing. */
export const filled = (text: string, ...sources: unknown[]): string =>
  text.replace(GAP, (_, field: string, form?: string) => {
    for (const source of sources) {
      const value = fieldOf(source, field);
      if (value !== undefined && value !== null) return Array.isArray(value) ? value.map(readable).join(', ') : shownAs(field, form, value);
    }
    return '';
  });
