import type { PageDef, PageExtension } from '../../contract.ts';
import type { Collection, Owned } from '../collect.ts';
import type { Fault } from '../fault.ts';

/** Values that blocks ask of the page they stand on (`PageValue`), and nobody states. */
export const pageValueFaults = (all: Collection): Fault[] => [
  ...all.pages.flatMap((page) => lackingOf(page, asksOf([page.def.head, page.def.blocks]))),
  ...all.extensions.flatMap((extension) => extensionFaults(all, extension)),
];

/** Where other pages of the role state the value, the one that does not is at fault; where none does, whoever asks. */
function extensionFaults(all: Collection, { plugin, def }: Owned<PageExtension>): Fault[] {
  const pages = all.pages.filter(
    (page) =>
      page.def.roles?.includes(def.role) && Object.entries(def.where ?? {}).every(([name, value]) => page.def.values?.[name] === value),
  );
  return asksOf([def.blocks, def.actions, def.tabs]).flatMap((field): Fault[] => {
    if (pages.some((page) => page.def.values?.[field] !== undefined)) return pages.flatMap((page) => lackingOf(page, [field]));
    if (pages.length === 0) return [];
    const found = `asks the page for the value "${field}", which no page of the role states`;
    return [{ code: 'unstated-page-value', plugin, definition: `extension of "${def.role}"`, found }];
  });
}

const lackingOf = ({ plugin, def }: Owned<PageDef>, asked: readonly string[]): Fault[] =>
  asked
    .filter((field) => def.values?.[field] === undefined)
    .map((field) => ({
      code: 'unstated-page-value',
      plugin,
      definition: `page "${def.id}"`,
      found: `does not state the value "${field}", which blocks on it ask for`,
      remedy: 'add it to the values of the page',
    }));

/** The fields that descriptors ask the page for, each once. */
function asksOf(value: unknown): string[] {
  const asked = new Set<string>();
  collectAsks(value, asked);
  return [...asked];
}

function collectAsks(value: unknown, asked: Set<string>): void {
  if (typeof value !== 'object' || value === null) return;
  const { from, field } = value as { from?: unknown; field?: unknown };
  if (from === 'page') asked.add(String(field));
  else for (const key in value) collectAsks((value as Record<string, unknown>)[key], asked);
}
