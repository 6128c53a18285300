/** Nested values as PHP reads them from a form: `actions[0][cmd]=create_lead`. */
export function brackets(value: object, name = ''): Record<string, string> {
  const parts = Object.entries(value).map(([key, part]: [string, unknown]) => {
    const path = name ? `${name}[${key}]` : key;
    return typeof part === 'object' && part !== null ? brackets(part, path) : { [path]: String(part) };
  });
  return Object.assign({}, ...parts) as Record<string, string>;
}
