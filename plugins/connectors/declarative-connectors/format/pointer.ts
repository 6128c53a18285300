/** What stands at a JSON Pointer (RFC 6901); undefined where nothing does. Looks at own members alone, so no prototype is reached. */
export function at(value: unknown, pointer: string): unknown {
  let here = value;
  for (const part of partsOf(pointer)) {
    if (typeof here !== 'object' || here === null || !Object.hasOwn(here, part)) return undefined;
    here = (here as Record<string, unknown>)[part];
  }
  return here;
}

const partsOf = (pointer: string): string[] =>
  pointer
    .split('/')
    .slice(1)
    .map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'));

/** The pointer to a place. */
export const pointerTo = (path: readonly (string | number)[]): string =>
  path.map((part) => `/${String(part).replaceAll('~', '~0').replaceAll('/', '~1')}`).join('');
export const pathOf = (pointer: string): string[] => partsOf(pointer);
