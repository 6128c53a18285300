import type { ConnectorDef } from '../../contract.ts';
import type { Collection } from '../collect.ts';
import { opensHost } from '../../connectors/egress-check.ts';
import { type Fault, near } from '../fault.ts';

/** `*`, a host, or `*.` and a host. */
const EGRESS = /^(?:\*|(?:\*\.)?[a-z0-9-]+(?:\.[a-z0-9-]+)+(?::\d+)?)$/;

type Found = Omit<Fault, 'plugin' | 'definition'>;

/** Connectors, each by itself. */
export function connectorFaults(all: Collection): Fault[] {
  return all.connectors.flatMap(({ plugin, def }) =>
    faultsOfConnector(def).map((fault) => ({ plugin, definition: `connector "${def.id}"`, ...fault })),
  );
}

const faultsOfConnector = (c: ConnectorDef): Found[] => [
  ...missingParts(c),
  ...faultsOfFields(c),
  ...faultsOfActions(c),
  ...faultsOfHosts(c),
  ...faultsOfSignIn(c),
];

/** Calls that a connector must have or say that there is none. */
const missingParts = (c: ConnectorDef): Found[] =>
  (
    [
      ['test', 'no-test', 'has no test of the credentials'],
      ['erase', 'no-erase', 'says nothing of erasing a person'],
    ] as const
  ).flatMap(([part, code, found]) =>
    c[part] === undefined ? [{ code, found, remedy: 'give it one, or null where the other system has none' }] : [],
  );

function faultsOfFields(c: ConnectorDef): Found[] {
  const faults: Found[] = [];
  const fields = fieldsOf(c.auth.fields);
  for (const secret of c.auth.secret)
    if (!fields.includes(secret) && !(secret in (c.generate ?? {})))
      faults.push({
        code: 'unknown-secret',
        found: `keeps "${secret}" secret, which is no field of its credentials`,
        ...near(secret, fields),
      });
  for (const given of [...(c.auth.learned ?? []), ...Object.keys(c.auth.oauth?.gives ?? {})])
    if (!fields.includes(given))
      faults.push({ code: 'unknown-field', found: `learns "${given}", which is no field of its credentials`, ...near(given, fields) });
  if (![c.rate ?? []].flat().every(({ calls, seconds }) => calls >= 1 && seconds > 0))
    faults.push({ code: 'rate', found: 'has a rate that lets no call through', remedy: 'give at least one call in some seconds' });
  return faults;
}

/** What actions ask for, of what their triggers give. */
const faultsOfActions = (c: ConnectorDef): Found[] =>
  Object.entries(c.actions).flatMap(([action, { on, input }]) => {
    const given = fieldsOf(on.gives);
    return fieldsOf(input)
      .filter((name) => !given.includes(name))
      .map((name) => ({
        code: 'unknown-input',
        found: `asks for "${name}" as input of "${action}", which ${on.id} does not give`,
        ...near(name, given),
      }));
  });

/** Where tokens are exchanged and given up, which the platform may call no more than anything else. */
function faultsOfSignIn({ egress, auth: { oauth } }: ConnectorDef): Found[] {
  if (!oauth) return [];
  const urls = Object.entries({ authorize: oauth.authorize, token: oauth.token, revoke: oauth.revoke });
  return urls.flatMap(([part, text]): Found[] => {
    if (text === undefined) return [];
    const url = URL.canParse(text) ? new URL(text) : null;
    // Stand-ins of tests, which nothing but `EGRESS_ALLOW` lets through.
    if (url?.hostname === 'localhost') return [];
    if (url?.protocol !== 'https:')
      return [{ code: 'oauth-address', found: `signs people in with "${text}" as \`${part}\``, remedy: 'give an https address' }];
    // The browser goes to `authorize` by itself.
    if (part === 'authorize' || egress.some((host) => opensHost(host, url.hostname))) return [];
    return [
      { code: 'oauth-host', found: `asks ${url.hostname} for \`${part}\`, which is not in its egress`, remedy: `add "${url.hostname}"` },
    ];
  });
}

function faultsOfHosts({ egress }: ConnectorDef): Found[] {
  if (egress.length === 0) return [{ code: 'egress', found: 'names no host that it may call' }];
  return egress
    .filter((host) => !EGRESS.test(host))
    .map((host) => ({ code: 'egress', found: `may not call "${host}"`, remedy: 'name a host, *.host or *' }));
}

const fieldsOf = (schema: { properties?: object } | undefined): string[] => Object.keys(schema?.properties ?? {});
