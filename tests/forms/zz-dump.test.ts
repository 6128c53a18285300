import { test } from 'vitest';
import { INSTALLED } from '../config/plugins.ts';
import { loadPlugins } from '../core/boot/load.ts';
import { buildRegistry } from '../core/boot/registry.ts';
import { corePlugin } from '../core/builtin/core.plugin.ts';
test('dump', async () => {
  const core = corePlugin(() => { throw new Error('x'); });
  const registry = buildRegistry([{ name: 'core', plugin: core, problem: null, milliseconds: 0 }, ...(await loadPlugins(INSTALLED))]);
  let n = 0;
  for (const { def } of registry.forms.values()) {
    n++;
    if (!def.open) continue;
    console.log(def.id, '->', def.submit, 'req:', (def.schema.required ?? []).join(','), JSON.stringify(def.open));
  }
  console.log(n);
});
