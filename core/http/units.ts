/** A schema in which what `x-unit` says of amounts stands in the description, where readers of the API look for it; forms show no such word to people. */
export function withUnits<S>(schema: S): S {
  if (Array.isArray(schema)) return schema.map(withUnits) as S;
  if (schema === null || typeof schema !== 'object') return schema;
  const copy = Object.fromEntries(Object.entries(schema).map(([key, part]) => [key, withUnits(part as unknown)]));
  const { 'x-unit': unit, description } = copy;
  if (typeof unit === 'string') copy['description'] = typeof description === 'string' ? `${description} (${unit})` : unit;
  return copy as S;
}
