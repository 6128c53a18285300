import { beforeAll, expect, test } from 'vitest';
import { INSTALLED } from '../../config/plugins.ts';
import { corePlugin } from '../../core/builtin/core.plugin.ts';
import { loadPlugins } from '../../core/boot/load.ts';
import { buildRegistry, type Registry } from '../../core/boot/registry.ts';
import type { PageDef } from '../../core/contract.ts';

/** Pages that stand below none of the menu, and who comes there. */
const ELSEWHERE: Record<string, string> = {
  'agreements.b2b-dialog': 'whoever opens B2B ID before they accepted its terms',
  'connector-google-sheets.return-page': 'who comes back from Google',
  'integrations.authorized-page': 'who comes back from another system, where they gave access',
  'profile.questionnaire': 'who answers before they begin',
  'profile.questionnaire-add': 'who answers before they begin',
  'profile.setup': 'who has not been set up yet',
  'profile.setup-v1': 'who has not been set up yet, by the second address',
  'b2b-id.campaigns-v1': 'who has the second address of the list',
  'enhance-id.campaigns-v1': 'who has the second address of the list',
  'search-id.campaigns-v1': 'who has the second address of the list',
  'site-id.campaigns-v1': 'who has the second address of the list',
};

let registry: Registry;
let pages: PageDef[];
let inMenu: Set<string>;
beforeAll(async () => {
  const core = corePlugin(() => {
    throw new Error('pages need no kernel');
  });
  registry = buildRegistry([{ name: 'core', plugin: core, problem: null, milliseconds: 0 }, ...(await loadPlugins(INSTALLED))]);
  pages = [...registry.pages.values()].map(({ def }) => def);
  const entries = [...registry.menu.values()].map(({ def }) => def);
  const roles = new Set(entries.flatMap(({ role }) => role ?? []));
  inMenu = new Set([
    ...entries.flatMap(({ page }) => page ?? []),
    ...pages.filter((page) => page.roles?.some((role) => roles.has(role))).map(({ id }) => id),
  ]);
});

/** Whether the menu holds the page, or one above it. */
function isPlaced({ id, above }: PageDef, from: readonly string[] = []): boolean {
  if (inMenu.has(id)) return true;
  const next = above && !from.includes(above.page) ? registry.pages.get(above.page)?.def : undefined;
  return next !== undefined && isPlaced(next, [...from, id]);
}

test('every page inside the product stands in the menu, or below one that does', () => {
  const inside = pages.filter(({ layout = 'app', guest }) => layout === 'app' && !guest);
  expect(inside.length).toBeGreaterThan(60);
  const unplaced = inside.filter((page) => !isPlaced(page)).map(({ id }) => id);
  expect(unplaced.toSorted()).toEqual(Object.keys(ELSEWHERE).toSorted());
});
