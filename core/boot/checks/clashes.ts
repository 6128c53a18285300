import type { Collection, Owned } from '../collect.ts';
import type { Fault } from '../fault.ts';

/** What stands where something else already stands. The list of each kind comes in the order of precedence: the later one is at fault. */
export function clashFaults(all: Collection): Fault[] {
  const faults: Fault[] = [];
  const taken = new Map<string, string>();
  const claim = (key: string, plugin: string, definition: string, found: (by: string) => string): void => {
    const by = taken.get(key);
    if (by === undefined) taken.set(key, definition);
    else faults.push({ code: 'taken', plugin, definition, found: found(by) });
  };
  for (const { plugin, def } of all.routes)
    for (const path of shapesOf(def.path))
      claim(`${def.method} ${path}`, plugin, `route "${def.id}"`, (by) => `has the path of ${by.replace(/^route /, '')}`);
  for (const { plugin, def } of all.pages)
    claim(`page ${shape(def.path)}`, plugin, `page "${def.id}"`, (by) => `has the path of ${by.replace(/^page /, '')}`);
  for (const { plugin, def } of all.raw)
    claim(`raw ${def.method} ${def.path}`, plugin, `raw route "${def.path}"`, () => 'is declared twice');
  for (const { plugin, def } of all.provided) claim(`port ${def.port.id}`, plugin, `port "${def.port.id}"`, () => 'is provided twice');
  for (const { plugin, def } of all.contributions)
    if (def.point.once)
      claim(
        `extension point ${def.point.id}`,
        plugin,
        `extension point "${def.point.id}"`,
        () => 'gets two contributions, and only one plugin may contribute to it',
      );
  for (const { plugin, def } of all.triggers)
    claim(`trigger ${def.trigger.id}`, plugin, `trigger "${def.trigger.id}"`, () => 'is published twice');
  for (const { plugin, def } of all.areas) claim(`area ${def.id}`, plugin, `area "${def.id}"`, () => 'is declared twice');
  const once = (kind: string, list: readonly Owned<readonly [string, unknown]>[]): void => {
    for (const {
      plugin,
      def: [name],
    } of list)
      claim(`${kind} ${name}`, plugin, `${kind} "${name}"`, () => 'is declared twice');
  };
  once('subject', all.subjects);
  once('actions of subject', all.actions);
  once('sensitive subject', all.sensitive);
  once('page role', all.pageRoles);
  once('renameable thing', all.names);
  return [...faults, ...hiddenRoutes(all)];
}

/** Routes whose literal path an earlier one with a parameter in its place already takes, within one plugin; between plugins words go first. */
function hiddenRoutes(all: Collection): Fault[] {
  const routes = all.routes.map((route) => ({ ...route, words: route.def.path.replace(/[{}]/g, '').split('/') }));
  // Only one of the same plugin, method and length can take the path of another.
  const alike = Map.groupBy(routes, ({ plugin, def, words }) => `${plugin} ${def.method} ${words.length}`);
  return [...alike.values()].flatMap((group) =>
    group.flatMap(({ plugin, def, words }, at): Fault[] => {
      const by = group.find((earlier, before) => before < at && covers(earlier.words, words));
      if (!by) return [];
      return [
        {
          code: 'hidden-route',
          plugin,
          definition: `route "${def.id}"`,
          found: `is never reached: "${by.def.id}" before it takes its path`,
          remedy: 'declare it first',
        },
      ];
    }),
  );
}

/** Does the pattern take every address of the path of as many words, with a parameter where the path has a word? */
function covers(wide: readonly string[], narrow: readonly string[]): boolean {
  const takes = wide.every((part, i) => part.startsWith(':') || part === narrow[i]);
  return takes && narrow.some((part, i) => wide[i]!.startsWith(':') && !part.startsWith(':'));
}

/** Two paths that differ only in parameter names are the same path. */
const shape = (path: string): string => path.replace(/:[A-Za-z_][A-Za-z0-9_]*/g, ':');

/** The shapes of a path with and without each of its optional tails. */
function shapesOf(path: string): string[] {
  const [head, ...tails] = path.split(/(?=\{\/)/);
  return [head!, ...tails.map((_tail, n) => head + tails.slice(0, n + 1).join(''))].map((p) => shape(p.replace(/[{}]/g, '')));
}
