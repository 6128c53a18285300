import { readdirSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname } from 'node:path';
import { FORM_WIDGETS } from '../../contract/form.ts';
import type { Collection } from '../collect.ts';
import { type Fault, near } from '../fault.ts';
import { eachNode } from './references.ts';

/** The drawings of the icons by name, one file each. */
const ICONS = dirname(createRequire(import.meta.url).resolve('@tabler/icons/outline/home.svg'));
let known: ReadonlySet<string> | undefined;
/** Read once: looking for each file takes longer. */
const iconNames = (): ReadonlySet<string> => (known ??= new Set(readdirSync(ICONS).map((file) => file.replace(/\.svg$/, ''))));

const KNOWN_WIDGETS: ReadonlySet<string> = new Set(FORM_WIDGETS);

/** Icons and form widgets that the browser would not know; the widgets of plugins are references like others. */
export function lookFaults(all: Collection): Fault[] {
  const faults: Fault[] = [];
  const checkIcon = (icon: unknown, plugin: string, definition: string): void => {
    if (typeof icon !== 'string' || iconNames().has(icon)) return;
    faults.push({
      code: 'unknown-icon',
      plugin,
      definition,
      found: `has the icon "${icon}", which there is not`,
      ...near(icon, iconNames()),
    });
  };
  for (const { plugin, def } of all.menu) checkIcon(def.icon, plugin, `menu entry "${def.id}"`);
  for (const { plugin, def } of [...all.pages, ...all.extensions]) {
    const definition = 'role' in def ? `extension of "${def.role}"` : `page "${def.id}"`;
    // Of a timeline it is the field of the rows that holds one.
    eachNode(def, (node) => node['as'] !== 'timeline' && checkIcon(node['icon'], plugin, definition));
  }
  for (const { plugin, def } of all.forms)
    for (const [field, { widget }] of Object.entries(def.ui ?? {}))
      if (widget !== undefined && !widget.includes('.') && !KNOWN_WIDGETS.has(widget))
        faults.push({
          code: 'unknown-widget',
          plugin,
          definition: `field "${field}" of form "${def.id}"`,
          found: `has the widget "${widget}", which there is not`,
          ...near(widget, FORM_WIDGETS),
        });
  return faults;
}
