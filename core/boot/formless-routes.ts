import { eachNode } from './checks/references.ts';
import type { Collection } from './collect.ts';

/** Routes that pages also call without a form: from an action or a switch, or from a special screen that stands in for the form. */
export function formlessRoutes(all: Collection): Set<string> {
  const submits = new Map(all.forms.map(({ def }) => [def.id as unknown, def.submit]));
  const found = new Set<string>();
  eachNode(shown(all), ({ call, instead }) => {
    if (typeof call === 'string') found.add(call);
    eachNode(instead, ({ form }) => {
      const route = submits.get(form);
      if (route) found.add(route);
    });
  });
  return found;
}

/** What pages show, and what others put onto them. */
const shown = (all: Collection): unknown => [
  ...all.pages.map(({ def }) => [def.head, def.blocks]),
  ...all.extensions.map(({ def }) => [def.blocks, def.actions ?? [], def.bulk ?? [], def.columns ?? [], def.opened ?? [], def.tabs ?? []]),
];
