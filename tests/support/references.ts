import type { Registry } from '../../core/boot/registry.ts';

type Json = Record<string, unknown>;

/** Everything that pages, forms, menus and extensions name, and nobody declares; a sentence each. */
export function danglingReferences(registry: Registry): string[] {
  const faults: string[] = [];
  const has = { route: registry.routes, form: registry.forms, page: registry.pages };
  const check = (kind: keyof typeof has, id: unknown, where: string): void => {
    if (typeof id === 'string' && !has[kind].has(id)) faults.push(`${where} names the ${kind} "${id}", which nobody declares`);
  };
  for (const { def } of registry.pages.values()) {
    const actions = new Set<string>();
    visit(def.blocks, (node) => void (node['do'] && actions.add(String(node['id']))));
    visit(def.blocks, (node) => {
      for (const key of ['route', 'call', 'download']) check('route', node[key], def.id);
      if (Array.isArray(node['blocks'])) check('route', node['check'], def.id);
      check('form', node['form'], def.id);
      check('page', node['page'], def.id);
      if (typeof node['undo'] === 'string' && !actions.has(node['undo']))
        faults.push(`${def.id} names the action "${node['undo']}" for undo, which it lacks`);
    });
    for (const [, key] of def.path.matchAll(/\{([a-z0-9-]+)\}/g))
      if (!registry.names.has(key!)) faults.push(`${def.id}: nothing renameable is called "${key}"`);
  }
  for (const { def } of registry.extensions) {
    check('page', def.page, 'an extension');
    visit(def.blocks, (node) => {
      for (const key of ['route', 'call', 'download']) check('route', node[key], `an extension of ${def.page}`);
      check('form', node['form'], `an extension of ${def.page}`);
      check('page', node['page'], `an extension of ${def.page}`);
    });
  }
  for (const { def } of registry.landing) check('page', def.page, 'a landing');
  const parents = new Set(['core.profile', 'core.footer', ...registry.menu.map((m) => m.def.id)]);
  for (const { def } of registry.menu) {
    check('page', def.page, def.id);
    if (def.parent && !parents.has(def.parent)) faults.push(`${def.id} stands under "${def.parent}", which is no menu entry`);
  }
  for (const { def } of registry.forms.values()) {
    check('route', def.submit, def.id);
    for (const ui of Object.values(def.ui ?? {})) check('route', ui.options?.route, def.id);
  }
  for (const { def } of registry.routes.values()) {
    for (const rate of [def.rate ?? []].flat())
      if (!registry.rates.has(rate)) faults.push(`${def.id} names the rate "${rate}", which nobody declares`);
  }
  return faults;
}

/** Features that something names and no manifest declares. */
export function unknownFeatures(registry: Registry): string[] {
  const known = new Set(registry.plugins.flatMap((p) => Object.keys(p.manifest.features ?? {}).map((f) => `${p.manifest.id}.${f}`)));
  return [...registry.routes.values(), ...registry.pages.values(), ...registry.menu]
    .map(({ def }) => def.feature)
    .filter((f) => f !== undefined && !known.has(f)) as string[];
}

function visit(value: unknown, look: (node: Json) => void): void {
  if (Array.isArray(value)) value.forEach((v) => visit(v, look));
  else if (typeof value === 'object' && value !== null) {
    look(value as Json);
    for (const [key, member] of Object.entries(value)) if (key !== 'fixed' && key !== 'params' && key !== 'query') visit(member, look);
  }
}
