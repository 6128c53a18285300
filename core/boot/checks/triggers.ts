import { EveryTrigger } from '../../contract.ts';
import type { Collection } from '../collect.ts';
import { type Fault, near } from '../fault.ts';

/** `order.shipped` */
const TRIGGER = /^[a-z][a-z0-9-]*(?:\.[a-z][a-z0-9-]*)+$/;

/** Triggers, each by itself. */
export const triggerFaults = (all: Collection): Fault[] =>
  all.triggers
    .filter(({ def }) => !TRIGGER.test(def.trigger.id) || def.trigger.id === EveryTrigger.id)
    .map(({ plugin, def }) => ({
      code: 'trigger-id',
      plugin,
      definition: `trigger "${def.trigger.id}"`,
      found: 'has no name that other systems could be told',
      remedy: 'call it what it is about and what happened: order.shipped',
    }));

/** Actions on triggers that no plugin runs. `running`: the plugins without a fault. */
export function unrunTriggers(running: Collection): Fault[] {
  const known = new Set([EveryTrigger.id, ...running.triggers.map(({ def }) => def.trigger.id)]);
  return running.connectors.flatMap(({ plugin, def }) =>
    Object.entries(def.actions)
      .filter(([, { on }]) => !known.has(on.id))
      .map(([action, { on }]) => ({
        code: 'unknown-trigger',
        plugin,
        definition: `connector "${def.id}"`,
        found: `acts on "${on.id}" by "${action}", a trigger that no working plugin publishes`,
        ...near(on.id, known),
      })),
  );
}
