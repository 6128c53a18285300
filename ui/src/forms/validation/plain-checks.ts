import type { RJSFSchema } from '@rjsf/utils';
import type { Row } from '../../data/bindings.ts';
import { told } from './messages.ts';

/** As the library's, whose formats are not wanted for one of them (`plain-checks.test.ts`). */
export const EMAIL =
  /^[a-z0-9!#$%&'*+/=?^_`{|}~-]+(?:\.[a-z0-9!#$%&'*+/=?^_`{|}~-]+)*@(?:[a-z0-9](?:[a-z0-9-]*[a-z0-9])?\.)+[a-z0-9](?:[a-z0-9-]*[a-z0-9])?$/i;

/** What is wrong with the fields of a plain form, in words, in their order; the server has the last word. */
export function faultsOf(schema: RJSFSchema, data: Row): Record<string, string[]> {
  const faults: Record<string, string[]> = {};
  for (const [name, field] of Object.entries(schema.properties ?? {}) as [string, RJSFSchema][]) {
    const found = faultOf(field, data[name], schema.required?.includes(name) ?? false);
    if (found) faults[name] = [told({ name: found[0], params: found[1], title: field.title ?? name })];
  }
  return faults;
}

function faultOf(field: RJSFSchema, value: unknown, isRequired: boolean): [keyword: string, params: object] | null {
  if (value === undefined || value === null) return isRequired ? ['required', {}] : null;
  const text = String(value);
  const { length } = Array.from(text); // as JSON Schema counts
  if (field.minLength !== undefined && length < field.minLength) return ['minLength', { limit: field.minLength }];
  if (field.maxLength !== undefined && length > field.maxLength) return ['maxLength', { limit: field.maxLength }];
  if (field.pattern !== undefined && !new RegExp(field.pattern, 'u').test(text)) return ['pattern', { pattern: field.pattern }];
  if (field.format === 'email' && !EMAIL.test(text)) return ['format', { format: 'email' }];
  return null;
}
