import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import openapiTS, { astToString, type OpenAPI3 } from 'openapi-typescript';
import { INSTALLED } from '../config/plugins.ts';
import { loadPlugins } from '../core/boot/load.ts';
import { buildRegistry } from '../core/boot/registry.ts';
import { openApi } from '../core/http/openapi.ts';
import { programsApi } from '../core/http/openapi-programs.ts';
import { corePlugin } from '../core/builtin/core.plugin.ts';

/** `npm run client`: writes the types of the product's own API and of that for programs, for `openapi-fetch`. Needs no database. */
const core = corePlugin(() => {
  throw new Error('the description of the API calls nothing');
});
const registry = buildRegistry([{ name: 'core', plugin: core, problem: null, milliseconds: 0 }, ...(await loadPlugins(INSTALLED))]);
const failed = registry.report.filter(({ state }) => state === 'failed');
if (failed.length > 0) throw new Error(failed.map(({ id, problem }) => `${id}: ${problem}`).join('\n'));
const root = join(import.meta.dirname, '..');

async function write(file: string, document: object): Promise<void> {
  const types = astToString(await openapiTS(document as OpenAPI3));
  await mkdir(dirname(join(root, file)), { recursive: true });
  await writeFile(join(root, file), `// Written from the OpenAPI document by scripts/gen-client.ts; not kept in git.\n${types}`);
}

await write('ui/src/api/schema.gen.ts', openApi(registry));
await write('packages/lead-api/src/schema.gen.ts', programsApi(registry, { title: 'Lead platform', server: 'https://localhost/api' }));
process.stdout.write(`${registry.routes.size} routes described\n`);
