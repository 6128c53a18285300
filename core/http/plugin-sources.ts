import { SOURCE_DIRECTIVES, type SourceDirective, type Tenant } from '../contract.ts';
import type { Kernel } from '../kernel.ts';
import { serviceOf } from '../settings/services.ts';

export type Sources = Readonly<Record<SourceDirective, readonly string[]>>;

export const NO_SOURCES = Object.fromEntries(SOURCE_DIRECTIVES.map((directive) => [directive, []])) as unknown as Sources;

/** What of others pages of the company may load, by the plugins that are on for it. */
export function pluginSources({ registry, features, config }: Pick<Kernel, 'registry' | 'features' | 'config'>, company: Tenant): Sources {
  const open = registry.contentSecurity.filter(
    ({ plugin, def }) => features.isOn(plugin, company) && (!def.service || serviceOf(config, def.service) !== null),
  );
  const of = (directive: SourceDirective): string[] => [...new Set(open.flatMap(({ def }) => def.sources[directive] ?? []))];
  return Object.fromEntries(SOURCE_DIRECTIVES.map((directive) => [directive, of(directive)])) as unknown as Sources;
}
