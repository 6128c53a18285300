import type { Ability } from '../../contract.ts';
import type { Collection } from '../collect.ts';
import { type Fault, near } from '../fault.ts';
import { eachNode } from './references.ts';

/**
 * Whoever declares a route, page, menu entry, form or action says who may use it, by an action and a subject that some plugin declares.
 * What is left out grants nothing, so it is a fault.
 */
export function abilityFaults(all: Collection, unread: readonly string[] = []): Fault[] {
  const faults: Fault[] = [];
  const vocabulary = new Map(all.actions.map(({ def: [subject, actions] }) => [subject, new Set(actions)]));

  const check = (ability: unknown, plugin: string, definition: string): void => {
    const add = (code: string, found: string, meant: object = {}): void => void faults.push({ code, plugin, definition, found, ...meant });
    if (ability === 'public' || ability === 'signed-in') return;
    if (!isPair(ability))
      return add('no-ability', 'does not say who may use it', { remedy: "set `ability` to [action, subject], 'signed-in' or 'public'" });
    const [action, subject] = ability;
    const actions = vocabulary.get(subject);
    if (actions?.has(action) || unread.length > 0) return; // somebody unread may declare it
    if (actions) add('unknown-ability-action', `asks for "${action}", which nobody can do to ${subject}`, near(action, actions));
    else add('unknown-subject', `asks about "${subject}", which no plugin declares`, near(subject, vocabulary.keys()));
  };

  for (const { plugin, def } of all.routes) check(def.ability, plugin, `route "${def.id}"`);
  for (const { plugin, def } of all.forms) {
    check(def.ability, plugin, `form "${def.id}"`);
    for (const [field, { ability }] of Object.entries(def.ui ?? {}))
      if (ability !== undefined) check(ability, plugin, `field "${field}" of form "${def.id}"`);
  }
  for (const { plugin, def } of all.menu) check(def.ability, plugin, `menu entry "${def.id}"`);
  for (const { plugin, def } of all.settings) {
    if (def.read !== null) check(def.read, plugin, `reading of setting "${def.id}"`);
    if (def.write !== null) check(def.write, plugin, `writing of setting "${def.id}"`);
  }
  const checkBlocks = (blocks: unknown, plugin: string, definition: string): void =>
    eachNode(blocks, (node) => {
      if ('do' in node && 'id' in node) check(node['ability'], plugin, `action "${String(node['id'])}"`);
      else if (node['ability'] !== undefined) check(node['ability'], plugin, definition);
    });
  for (const { plugin, def } of all.pages) {
    check(def.ability, plugin, `page "${def.id}"`);
    checkBlocks([def.head, def.blocks, def.help ?? []], plugin, `page "${def.id}"`);
  }
  for (const { plugin, def } of all.extensions)
    checkBlocks(
      [def.blocks, def.actions ?? [], def.bulk ?? [], def.columns ?? [], def.opened ?? [], def.tabs ?? [], def.help ?? []],
      plugin,
      `extension of "${def.role}"`,
    );
  return faults;
}

const isPair = (ability: unknown): ability is Exclude<Ability, string> =>
  Array.isArray(ability) && ability.length === 2 && ability.every((part) => typeof part === 'string' && part !== '');
