import type { ConnectorDef } from '../../contract.ts';
import type { Collection } from '../collect.ts';
import { type Fault, near } from '../fault.ts';

/** `*`, a host, or `*.` and a host. */
const EGRESS = /^(?:\*|(?:\*\.)?[a-z0-9-]+(?:\.[a-z0-9-]+)+(?::\d+)?)$/;

/** Connectors, each by itself. */
export function connectorFaults(all: Collection): Fault[] {
  return all.connectors.flatMap(({ plugin, def }) =>
    faultsOfConnector(def).map((fault) => ({ plugin, definition: `connector "${def.id}"`, ...fault })),
  );
}

function faultsOfConnector(c: ConnectorDef): Omit<Fault, 'plugin' | 'definition'>[] {
  const faults: Omit<Fault, 'plugin' | 'definition'>[] = [];
  if (c.test === undefined)
    faults.push({
      code: 'no-test',
      found: 'has no test of the credentials',
      remedy: 'give it one, or null where the other system has none',
    });
  const fields = fieldsOf(c.auth.fields);
  const actions = Object.keys(c.actions);
  for (const secret of c.auth.secret)
    if (!fields.includes(secret) && !(secret in (c.generate ?? {})))
      faults.push({
        code: 'unknown-secret',
        found: `keeps "${secret}" secret, which is no field of its credentials`,
        ...near(secret, fields),
      });
  for (const { action, trigger } of c.on) {
    if (!actions.includes(action)) faults.push({ code: 'unknown-action', found: `has no action "${action}"`, ...near(action, actions) });
    const given = fieldsOf(trigger.gives);
    for (const name of fieldsOf(c.actions[action]?.input))
      if (!given.includes(name))
        faults.push({
          code: 'unknown-input',
          found: `asks for "${name}" as input of "${action}", which ${trigger.event.id} does not give`,
          ...near(name, given),
        });
  }
  if (c.egress.length === 0) faults.push({ code: 'egress', found: 'names no host that it may call' });
  for (const host of c.egress)
    if (!EGRESS.test(host)) faults.push({ code: 'egress', found: `may not call "${host}"`, remedy: 'name a host, *.host or *' });
  return faults;
}

const fieldsOf = (schema: { properties?: object } | undefined): string[] => Object.keys(schema?.properties ?? {});
