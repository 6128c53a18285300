import type { ApiSchema } from '../contract.ts';

/** An example of what a schema describes, made of the examples of its parts; parts that may be left out stand in it where they have one. */
export function exampleOf(schema: ApiSchema): unknown {
  if (schema.examples && schema.examples.length > 0) return schema.examples[0];
  if (schema.const !== undefined) return schema.const;
  if (schema.default !== undefined) return schema.default;
  if (schema.enum) return schema.enum[0];
  if (schema.anyOf) return exampleOf(schema.anyOf[0]!);
  if (schema.type === 'array') return schema.items ? [exampleOf(schema.items)] : [];
  if (schema.type === 'object') return ofObject(schema);
  return undefined;
}

function ofObject({ properties = {}, required = [] }: ApiSchema): Record<string, unknown> {
  const parts = Object.entries(properties)
    .filter(([name, part]) => required.includes(name) || part.examples)
    .map(([name, part]) => [name, exampleOf(part)]);
  return Object.fromEntries(parts) as Record<string, unknown>;
}
