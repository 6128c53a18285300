import type { FieldUi } from '../contract.ts';
import { choicesOf } from './form-changes.ts';

/** Texts longer than this are written in an area. */
const LINE = 300;

/** How a field that operators added looks, which follows from what it holds. */
export function lookOf(field: Record<string, unknown>): Pick<FieldUi, 'widget'> {
  if (choicesOf(field)) return { widget: 'select' };
  if (field['type'] === 'boolean') return { widget: 'switch' };
  if (field['type'] === 'number' || field['type'] === 'integer') return { widget: 'number' };
  if (field['format'] === 'date') return { widget: 'date' };
  if (field['format'] === 'email') return { widget: 'email' };
  if (field['type'] !== 'string') return {};
  return { widget: Number(field['maxLength'] ?? 0) > LINE ? 'textarea' : 'text' };
}
