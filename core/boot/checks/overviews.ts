import { bindsQuery } from '../../pages/binds-query.ts';
import type { Collection } from '../collect.ts';
import type { Fault } from '../fault.ts';
import { eachNode } from './references.ts';

/** What blocks of overviews and the choice of a period need, and no type says. */
export function overviewFaults(all: Collection): Fault[] {
  const routes = new Map(all.routes.map(({ def }) => [def.id as unknown, def]));
  const faults: Fault[] = [];
  const checkBlocks = (blocks: unknown, plugin: string, definition: string): void =>
    eachNode(blocks, ({ as, blocks: columns, source }) => {
      if (as === 'columns' && Array.isArray(columns) && (columns.length < 2 || columns.length > 3))
        faults.push({
          code: 'wrong-columns',
          plugin,
          definition,
          found: `has ${columns.length} columns side by side`,
          remedy: 'there are two or three',
        });
      const route = as === 'stream' ? routes.get((source as { route?: unknown } | undefined)?.route) : undefined;
      if (route && !Object.hasOwn((route.query?.properties as object | undefined) ?? {}, 'cursor'))
        faults.push({
          code: 'stream-without-cursor',
          plugin,
          definition,
          found: `shows the route "${route.id}" as a stream, which takes no cursor`,
          remedy: 'add `cursor` to its query, and answer `{ data, next }`',
        });
    });
  for (const { plugin, def } of all.pages) {
    const definition = `page "${def.id}"`;
    checkBlocks(def.blocks, plugin, definition);
    // Who asks for the days of a page that others extend may not be installed; it has no choice of days then.
    if (def.period && !def.roles && !bindsQuery(def, 'period'))
      faults.push({
        code: 'unused-period',
        plugin,
        definition,
        found: 'offers a choice of days, which none of its sources asks for',
        remedy: "bind it: `query: { period: { from: 'query', field: 'period' } }`",
      });
  }
  for (const { plugin, def } of all.extensions)
    checkBlocks([def.blocks, def.opened ?? [], def.tabs ?? []], plugin, `extension of "${def.role}"`);
  return faults;
}
