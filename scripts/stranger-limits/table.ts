import { INSTALLED } from '../../config/plugins.ts';
import { collect } from '../../core/boot/collect.ts';
import { withDerived } from '../../core/boot/derive.ts';
import { loadPlugins } from '../../core/boot/load.ts';
import { ownRawRoutes } from '../../core/boot/serve.ts';
import { corePlugin } from '../../core/builtin/core.plugin.ts';
import { type RateDef, ratesOf, type RawRouteDef, type RouteDef } from '../../core/contract.ts';
import { healthChecks } from '../../core/http/health.ts';
import type { LiveStreams } from '../../core/http/live-stream.ts';
import type { Kernel } from '../../core/kernel.ts';

/** What answers callers that nobody knows, and what bounds them. */
export interface Open {
  routes: readonly RouteDef[];
  raw: readonly RawRouteDef[];
  rates: ReadonlyMap<string, RateDef>;
}

/** Everything that anybody may call in production, as the installed plugins and the kernel declare it. */
export async function openToAll(): Promise<Open> {
  const plugins = (await loadPlugins(INSTALLED)).flatMap(({ plugin }) => plugin ?? []);
  const none = {} as Kernel; // what is declared does not depend on it
  const all = collect(withDerived([corePlugin(() => none), ...plugins]));
  return {
    routes: all.routes.map(({ def }) => def).filter(({ ability }) => ability === 'public'),
    raw: [
      ...all.raw.map(({ def }) => def),
      ...healthChecks(none).routes.map(({ def }) => def),
      ...ownRawRoutes('production', none, none as unknown as LiveStreams),
    ],
    rates: new Map(all.rates.map(({ def }) => [def.id, def])),
  };
}

/** The same as a table of Markdown: what may be called, how often, what it uses up, and what else bounds it. */
export function tableOf({ routes, raw, rates }: Open): string {
  const rows = [
    ...routes.map((route) => [
      `${route.method} /api${route.path}`,
      ratesOf(route)
        .map((id) => rateText(rates.get(id)!, route.countedApart))
        .join('; '),
      spent(route.spends ?? []),
      route.limits ?? '',
    ]),
    ...raw.map((route) => [`${route.method} ${route.path}`, '-', spent(route.spends), route.limits]),
  ].map((cells) => cells.map((cell) => cell.replaceAll('|', '\\|')));
  const sorted = rows.toSorted(([a = ''], [b = '']) => pathOf(a).localeCompare(pathOf(b)) || a.localeCompare(b));
  return [['call', 'limit', 'uses up', 'bounded besides by'], ['---', '---', '---', '---'], ...sorted]
    .map((cells) => `| ${cells.join(' | ')} |`)
    .join('\n');
}

const pathOf = (call: string): string => call.slice(call.indexOf(' ') + 1);
const spent = (spends: RawRouteDef['spends']): string => spends.join(', ') || 'nothing';

function rateText({ points, seconds, by, strangersOnly }: RateDef, apart?: true): string {
  const whose =
    typeof by === 'object'
      ? `a value of \`${by.body}\`${by.each ? ' from an address' : ''}`
      : { ip: 'an address', device: 'an address or known device', account: 'a person', company: 'a company' }[by];
  return `${points.toLocaleString('en')} ${periodOf(seconds)} for ${whose}${strangersOnly ? ', without a session' : ''}${apart ? ', counted apart' : ''}`;
}

const periodOf = (seconds: number): string =>
  seconds === 60 ? 'a minute' : seconds === 3600 ? 'an hour' : seconds % 60 === 0 ? `in ${seconds / 60} minutes` : `in ${seconds} seconds`;
