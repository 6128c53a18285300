import type { Collection, Owned } from '../collect.ts';
import { type Fault, near } from '../fault.ts';

type Json = Record<string, unknown>;
/** Where menu entries may stand besides under each other. */
const MENU_PLACES = ['core.profile', 'core.footer'];

/** An id that a definition names, and of what. */
export interface Reference {
  kind: Kind;
  id: string;
  plugin: string;
  definition: string;
}
type Kind =
  | 'route'
  | 'form'
  | 'page'
  | 'rate'
  | 'event'
  | 'setting'
  | 'feature'
  | 'menu entry'
  | 'page role'
  | 'renameable thing'
  | 'widget';

/** Every id that definitions name, and do not only declare. */
export function referencesIn(all: Collection): Reference[] {
  const found: Reference[] = [];
  const add = (kind: Kind, id: unknown, plugin: string, definition: string): void => {
    if (typeof id === 'string') found.push({ kind, id, plugin, definition });
  };
  const addBlocks = (blocks: unknown, plugin: string, definition: string): void =>
    eachNode(blocks, (node) => {
      for (const key of ['route', 'call', 'download']) add('route', node[key], plugin, definition);
      if (Array.isArray(node['blocks'])) add('route', node['check'], plugin, definition); // a wizard's step
      add('form', node['form'], plugin, definition);
      add('page', node['page'], plugin, definition);
      add('page role', node['role'], plugin, definition);
    });

  for (const { plugin, def } of all.pages) {
    const definition = `page "${def.id}"`;
    addBlocks([def.head, def.blocks], plugin, definition);
    add('feature', def.feature, plugin, definition);
    add('page', def.above?.page, plugin, definition);
    for (const role of [...(def.roles ?? []), def.head?.actionsOf]) add('page role', role, plugin, definition);
    for (const [, name] of def.path.matchAll(/\{([a-z0-9-]+)\}/g)) add('renameable thing', name, plugin, definition);
  }
  for (const { plugin, def } of all.extensions) {
    const definition = `extension of "${def.role}"`;
    add('page role', def.role, plugin, definition);
    addBlocks([def.blocks, def.actions ?? [], def.bulk ?? [], def.columns ?? [], def.opened ?? [], def.tabs ?? []], plugin, definition);
  }
  for (const { plugin, def } of all.landing) add('page', def.page, plugin, 'a landing page');
  for (const { plugin, def } of all.redirects) add('page', def.to, plugin, `redirect "${def.from}"`);
  for (const { plugin, def } of all.menu) {
    const definition = `menu entry "${def.id}"`;
    add('page', def.page, plugin, definition);
    add('page role', def.role, plugin, definition);
    add('setting', def.address, plugin, definition);
    add('menu entry', def.parent, plugin, definition);
    add('feature', def.feature, plugin, definition);
  }
  for (const { plugin, def } of all.forms) {
    const definition = `form "${def.id}"`;
    add('route', def.submit, plugin, definition);
    add('feature', def.feature, plugin, definition);
    add('form', def.changesWith, plugin, definition);
    for (const field of Object.values(def.ui ?? {})) {
      add('route', field.options?.route, plugin, definition);
      add('route', field.suggest?.route, plugin, definition);
      if (field.widget?.includes('.')) add('widget', field.widget, plugin, definition);
    }
  }
  for (const {
    plugin,
    def: [name, { feature }],
  } of all.names)
    add('feature', feature, plugin, `renameable thing "${name}"`);
  for (const { plugin, def } of all.routes) {
    const definition = `route "${def.id}"`;
    for (const rate of [def.rate ?? []].flat()) add('rate', rate, plugin, definition);
    add('feature', def.feature, plugin, definition);
    add('route', def.asks, plugin, definition);
    add('route', def.rehearsal, plugin, definition);
  }
  // Those of triggers are made for them by another plugin, which is not to blame.
  const ofTriggers = new Set(all.triggers.map(({ def }) => def.event.id));
  for (const { plugin, def } of all.subscriptions)
    if (!ofTriggers.has(def.event.id)) add('event', def.event.id, plugin, `subscription "${def.id}"`);
  for (const { plugin, def } of all.triggers) add('event', def.event.id, plugin, `trigger "${def.trigger.id}"`);
  return found;
}

/** What definitions may name. */
export function declaredIds(all: Collection): Readonly<Record<Kind, ReadonlySet<string>>> {
  const ids = (list: readonly Owned<{ id: string }>[]): Set<string> => new Set(list.map(({ def }) => def.id));
  return {
    route: ids(all.routes),
    form: ids(all.forms),
    page: ids(all.pages),
    rate: ids(all.rates),
    event: ids(all.events),
    setting: ids(all.settings),
    feature: new Set(all.features.map(({ plugin, def: [name] }) => `${plugin}.${name}`)),
    'menu entry': new Set([...MENU_PLACES, ...ids(all.menu)]),
    'page role': new Set(all.pageRoles.map(({ def: [name] }) => name)),
    widget: new Set(all.widgets.map(({ plugin, def }) => `${plugin}.${def}`)),
    'renameable thing': new Set(all.names.map(({ def: [name] }) => name)),
  };
}

/**
 * Ids that definitions name and no installed plugin declares. `all` holds every plugin that could be read, the failed ones too: what a failed
 * plugin declares is left out on screen as if it were off. `unread` are plugins whose ids nobody knows, because their files do not load.
 */
export function referenceFaults(all: Collection, unread: readonly string[] = []): Fault[] {
  const known = declaredIds(all);
  const installed = new Set(all.plugins.map(({ manifest }) => manifest.id));
  const faults = referencesIn(all).flatMap(({ kind, id, plugin, definition }): Fault[] => {
    if (known[kind].has(id) || unread.some((name) => id.startsWith(`${name}.`))) return [];
    const meant = near(id, known[kind]);
    // What belongs to a plugin that is not installed is left out on screen.
    if (id.includes('.') && !meant.near && !installed.has(id.split('.')[0]!)) return [];
    const found = `names the ${kind} "${id}", which nobody declares`;
    return [{ code: `unknown-${kind.replace(' ', '-')}`, plugin, definition, found, ...meant }];
  });
  return [...faults, ...all.pages.flatMap(({ plugin, def }) => undoFaults([def.head, def.blocks], plugin, `page "${def.id}"`))];
}

/** Actions that name another one as what takes them back, where the page has none of that name. */
function undoFaults(blocks: unknown, plugin: string, definition: string): Fault[] {
  const actions = new Set<string>();
  eachNode(blocks, (node) => void (node['do'] && actions.add(String(node['id']))));
  const faults: Fault[] = [];
  eachNode(blocks, ({ undo }) => {
    if (typeof undo === 'string' && !actions.has(undo))
      faults.push({
        code: 'unknown-undo',
        plugin,
        definition,
        found: `names the action "${undo}" for undo, which it lacks`,
        ...near(undo, actions),
      });
  });
  return faults;
}

/** Every object within descriptors; values that are sent as they stand are no descriptors. */
export function eachNode(value: unknown, look: (node: Json) => void): void {
  if (typeof value !== 'object' || value === null) return;
  // Every check of a start walks through all pages: without a list or a call for each text on the way.
  if (Array.isArray(value)) {
    for (const member of value) if (typeof member === 'object') eachNode(member, look);
    return;
  }
  look(value as Json);
  for (const key in value) {
    const member = (value as Json)[key];
    if (typeof member === 'object' && key !== 'fixed' && key !== 'params' && key !== 'query') eachNode(member, look);
  }
}
