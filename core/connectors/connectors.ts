import type { ConnectorDef, ConnectorsApi, Ctx } from '../contract.ts';
import { checkInput } from '../invocation/schema.ts';
import type { Kernel } from '../kernel.ts';
import type { RunContext } from './client.ts';
import { type Outside, checkedUrl } from './egress-check.ts';
import { OAuth } from './oauth.ts';
import { namesAt, runConnector } from './run.ts';

/** The connectors of the plugins that are on for the caller's company. */
export function connectorsOf(kernel: Kernel, ctx: Ctx): ConnectorsApi {
  const outside: Outside = { egress: kernel.egress, allow: kernel.config.egressAllow };
  const now = () => ctx.now.getTime();
  const service: RunContext['service'] = (of) => ctx.service(of);
  const running: RunContext = { ...outside, log: kernel.log, now, service };
  const oauth = new OAuth(outside, { service, log: kernel.log, now });
  const known = (): ConnectorDef[] =>
    [...kernel.registry.connectors.values()].filter(({ plugin }) => kernel.features.isOn(plugin, ctx.tenant)).map(({ def }) => def);
  return {
    list: () => known().sort((a, b) => ctx.t(a.title).localeCompare(ctx.t(b.title))),
    triggers: () => kernel.registry.triggers.filter(({ plugin }) => kernel.features.isOn(plugin, ctx.tenant)).map(({ def }) => def),
    find: (id) => known().find((connector) => connector.id === id) ?? null,
    catchUp: (id) => kernel.published.catchUp(id.slice(0, id.indexOf('.'))),
    checked: (schema, fields) => checkInput(schema, fields, 'body'),
    refusedField(connector, auth) {
      for (const [field, schema] of Object.entries(connector.auth.fields.properties as Record<string, { format?: string }>)) {
        if (schema.format === 'uri' && typeof auth[field] === 'string' && !isReachable(outside, connector, auth, auth[field])) return field;
      }
      return null;
    },
    isSetUp: ({ service: own, auth }) => [own, auth.oauth?.service].every((needed) => !needed || service(needed) !== null),
    run: (run) => runConnector(running, run),
    names: (run) => namesAt(running, run),
    authorizeUrl: (connector, flow) => oauth.authorizeUrl(connector, flow),
    exchange: (connector, flow) => oauth.exchange(connector, flow),
    renew: (connector, refresh) => oauth.renew(connector, refresh),
    revoke: (connector, token) => oauth.revoke(connector, token),
  };
}

function isReachable(outside: Outside, connector: ConnectorDef, auth: Record<string, unknown>, url: string): boolean {
  try {
    return checkedUrl(outside, connector, auth, url) !== null;
  } catch {
    return false;
  }
}
