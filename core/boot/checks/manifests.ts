import type { Collection } from '../collect.ts';
import { prefixOf } from '../../data/tables.ts';
import type { Fault } from '../fault.ts';

/** What a plugin says of itself, and how its subjects, tables, ports and features are called. */
export function manifestFaults(all: Collection): Fault[] {
  const faults: Fault[] = [];
  const add = (code: string, plugin: string, definition: string, found: string): void =>
    void faults.push({ code, plugin, definition, found });
  for (const { manifest } of all.plugins) {
    const { id } = manifest;
    if (!/^[a-z][a-z0-9-]*$/.test(id)) add('plugin-id', id, `plugin id "${id}"`, 'is not kebab-case');
    if (manifest.level === 'agency' && !manifest.title)
      add('no-title', id, '', 'a plugin at the level of agencies needs a title for the toggle list');
  }
  for (const {
    plugin,
    def: [feature],
  } of all.features)
    if (!/^[a-z0-9_]+$/.test(feature)) add('feature-name', plugin, `feature "${feature}"`, 'is not snake_case');
  for (const {
    plugin,
    def: [table],
  } of [...all.erasure, ...all.tables])
    if (!table.startsWith(prefixOf(plugin)))
      add('foreign-table', plugin, `table "${table}"`, 'is not for this plugin to decide about: its own tables bear its name');
  for (const {
    plugin,
    def: { port },
  } of all.provided)
    if (!/^[a-z0-9-]+(\.[a-z-]+)?\.v\d+$/.test(port.id)) add('port-name', plugin, `port "${port.id}"`, `is not named like "${plugin}.v1"`);
  for (const {
    plugin,
    def: [name, subject],
  } of all.subjects) {
    if (!/^[A-Z][A-Za-z0-9]*$/.test(name)) add('subject-name', plugin, `subject "${name}"`, 'is not PascalCase');
    if (!subject.fields.includes('company_id') || !subject.fields.includes('agency_id'))
      add('subject-fields', plugin, `subject "${name}"`, 'has rules that cannot name company_id and agency_id');
  }
  return faults;
}
