import { Validator, dereference } from '@cfworker/json-schema';
import processRawValidationErrors from '@rjsf/validator-ajv8/lib/processRawValidationErrors.js';
import { ID_KEY, JUNK_OPTION_ID, type RJSFSchema, type ValidatorType } from '@rjsf/utils';
import { ajvErrors, type AjvError, type Lookup, type SchemaNode } from './ajv-errors.ts';
import { adoptServerFormats } from './formats.ts';

interface Prepared {
  validator: Validator;
  schema: SchemaNode;
  lookup: Lookup;
}

/** RJSF keeps cleared fields as undefined. For ajv these are absent; the interpreter would throw on them. */
export function pruned(value: unknown): unknown {
  if (Array.isArray(value)) return value.map((item) => (item === undefined ? null : pruned(item)));
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(Object.entries(value).flatMap(([name, inner]) => (inner === undefined ? [] : [[name, pruned(inner)]])));
}

/**
 * RJSF's validator over an interpreter: no code is generated, so a strict content security policy holds.
 * Its errors have ajv's shape and go through RJSF's own processing. The server's ajv has the last word.
 */
export function interpretedValidator(): ValidatorType {
  adoptServerFormats();
  const cache = new WeakMap<object, Prepared>();

  const prepare = (schema: RJSFSchema, root?: RJSFSchema): Prepared => {
    const cached = cache.get(schema);
    if (cached) return cached;
    const definitions = root && root !== schema ? { $defs: root.$defs, definitions: root.definitions } : {};
    // The interpreter writes hidden fields into a schema, so it gets a copy; JSON also drops RJSF's symbols.
    const copy = JSON.parse(JSON.stringify({ ...definitions, ...schema })) as SchemaNode;
    const prepared = { validator: new Validator(copy, '2020-12', false), schema: copy, lookup: dereference(copy) as Lookup };
    cache.set(schema, prepared);
    return prepared;
  };

  const raw = (schema: RJSFSchema, data: unknown): { errors?: AjvError[]; validationError?: Error } => {
    try {
      const { validator, schema: copy, lookup } = prepare(schema);
      const result = validator.validate(pruned(data) ?? null);
      return result.valid ? {} : { errors: ajvErrors(result.errors, copy, lookup) };
    } catch (error) {
      return { validationError: error as Error };
    }
  };

  const self: ValidatorType = {
    rawValidation: raw as ValidatorType['rawValidation'],
    validateFormData: (data, schema, customValidate, transformErrors, uiSchema) =>
      processRawValidationErrors(
        self,
        raw(schema, data) as Parameters<typeof processRawValidationErrors>[1],
        data,
        schema,
        customValidate,
        transformErrors,
        uiSchema,
      ),
    isValid: (schema, data, root) => {
      if (typeof schema === 'boolean') return schema;
      if (schema[ID_KEY] === JUNK_OPTION_ID || data === undefined) return false;
      try {
        return prepare(schema, root).validator.validate(pruned(data)).valid;
      } catch {
        return false;
      }
    },
  };
  return self;
}
