import type { ErrorSchema, RJSFSchema } from '@rjsf/utils';
import type { ProblemBody } from '../../../core/contract/wire.ts';

/** RJSF's name for the errors of a field itself. */
const ERRORS = '__errors';

/** The server's errors on their fields; those of fields that the form does not show come back as `rest`. */
export function serverErrors(
  errors: ProblemBody['errors'],
  schema: RJSFSchema,
): { fields: ErrorSchema; rest: string[]; first: string | null } {
  const fields: ErrorSchema = {};
  const rest: string[] = [];
  let first: string | null = null;
  for (const { field, message } of errors ?? []) {
    const parts = field
      .replace(/^body\.|^\//, '')
      .split(/[./]/)
      .filter(Boolean);
    const name = parts[0] ?? '';
    if (!Object.hasOwn(schema.properties ?? {}, name)) {
      rest.push(message);
      continue;
    }
    first ??= parts.join('.');
    let node = fields;
    for (const part of parts) node = (node as Record<string, ErrorSchema>)[part] ??= {} as ErrorSchema;
    const held = node as { [ERRORS]?: string[] };
    held[ERRORS] = [...(held[ERRORS] ?? []), message];
  }
  return { fields, rest, first };
}
