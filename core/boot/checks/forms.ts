import type { Collection } from '../collect.ts';
import { type Fault, near } from '../fault.ts';

/** Forms, each by itself. */
export function formFaults(all: Collection): Fault[] {
  const faults: Fault[] = [];
  for (const { plugin, def } of all.forms) {
    const definition = `form "${def.id}"`;
    if (def.schema.type !== 'object') {
      faults.push({ code: 'form-schema', plugin, definition, found: 'has a schema that is not an object' });
      continue;
    }
    const fields = Object.keys(def.schema.properties);
    for (const named of new Set([...Object.keys(def.ui ?? {}), ...Object.keys(def.open ?? {})]))
      if (!fields.includes(named))
        faults.push({
          code: 'unknown-field',
          plugin,
          definition,
          found: `names the field "${named}", which its schema lacks`,
          ...near(named, fields),
        });
    const main = all.forms.find((other) => other.def.id === def.changesWith)?.def;
    if (main && (main.changesWith || main === def))
      faults.push({
        code: 'form-copy',
        plugin,
        definition,
        found: `is changed with "${main.id}", which is changed with another form itself`,
        remedy: 'name the form that the changes are stored with',
      });
  }
  return faults;
}
