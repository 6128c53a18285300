import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import openapiTS, { astToString, type OpenAPI3 } from 'openapi-typescript';
import { INSTALLED } from '../config/plugins.ts';
import { loadPlugins } from '../core/boot/load.ts';
import { buildRegistry } from '../core/boot/registry.ts';
import { openApi } from '../core/http/openapi.ts';
import { corePlugin } from '../core/builtin/core.plugin.ts';

/** `npm run client`: writes the types of the product's own API, for `openapi-fetch`. Needs no database. */
const core = corePlugin(() => {
  throw new Error('the description of the API calls nothing');
});
const registry = buildRegistry([{ name: 'core', plugin: core, problem: null, milliseconds: 0 }, ...(await loadPlugins(INSTALLED))]);
const failed = registry.report.filter(({ state }) => state === 'failed');
if (failed.length > 0) throw new Error(failed.map(({ id, problem }) => `${id}: ${problem}`).join('\n'));
const file = join(import.meta.dirname, '..', 'ui', 'src', 'api', 'schema.gen.ts');
const types = astToString(await openapiTS(openApi(registry) as OpenAPI3));
await mkdir(dirname(file), { recursive: true });
await writeFile(file, `// Written from the OpenAPI document by scripts/gen-client.ts; not kept in git.\n${types}`);
process.stdout.write(`${registry.routes.size} routes described in ${file}\n`);
