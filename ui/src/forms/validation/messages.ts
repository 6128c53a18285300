import type { RJSFValidationError } from '@rjsf/utils';
import { hasText, text } from '../../text/texts.ts';

/** An error in the person's words: names the field's title and comes from the catalogue by its keyword. */
export function told(error: Pick<RJSFValidationError, 'name' | 'params' | 'title'>): string {
  const params = (error.params ?? {}) as Record<string, unknown>;
  const title = error.title || text('ui.validation.field');
  const special = error.name === 'format' ? `ui.validation.format.${String(params['format'])}` : '';
  // Of a text that must not be empty, nobody is told how many characters it lacks.
  const name = error.name === 'minLength' && params['limit'] === 1 ? 'required' : error.name;
  const keyword = `ui.validation.${name ?? ''}`;
  const key = special && hasText(special) ? special : hasText(keyword) ? keyword : 'ui.validation.other';
  return text(key, { title, limit: String(params['limit'] ?? params['multipleOf'] ?? '') });
}

/** Wrappers repeat what the errors inside of them say already. */
const WRAPPERS = new Set(['if', 'oneOf', 'anyOf']);

/** RJSF's hook: gives every error its words and keeps one error a field. */
export function inWords(errors: RJSFValidationError[]): RJSFValidationError[] {
  const inner = errors.filter((error) => !WRAPPERS.has(error.name ?? ''));
  const seen = new Set<string>();
  return (inner.length ? inner : errors).flatMap((error) => {
    const place = error.property ?? '';
    if (seen.has(place)) return [];
    seen.add(place);
    const message = told(error);
    return [{ ...error, message, stack: message }];
  });
}
