import { basename, dirname, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { pluginFolders } from '../../core/boot/plugin-folders.ts';

/** How the files of a plugin import the product. */
export interface Imports {
  contract: string;
  /** The contract of another plugin, and the functions that plugins above it build with. */
  contractOf(plugin: string): string;
  sharedOf(plugin: string): string;
  /** The lines that import these parts into a test. */
  testing(...parts: readonly TestPart[]): string;
}

/** Where a test of the product's own plugins finds each part. */
const PARTS = {
  afterAll: 'vitest',
  beforeAll: 'vitest',
  expect: 'vitest',
  test: 'vitest',
  startTestApp: 'core/testing/app.ts',
  'type TestApp': 'core/testing/app.ts',
  conformance: 'core/testing/conformance.ts',
  Receiver: 'plugins/connectors/integrations/receiver.fake.ts',
} as const;
export type TestPart = keyof typeof PARTS;

const line = (parts: readonly string[], from: string): string => `import { ${parts.join(', ')} } from '${from}';`;

/** The layer of one of the product's plugins. */
function layerOf(plugin: string): string {
  const folder = pluginFolders().get(plugin);
  if (!folder) throw new Error(`No plugin of the product is called ${plugin}.`);
  return basename(dirname(fileURLToPath(folder)));
}

/** Of a folder in a layer of `plugins/`. */
export function inside(layer: string): Imports {
  const from = (file: string): string => relative(`plugins/${layer}/new`, file).replaceAll('\\', '/');
  return {
    contract: from('core/contract.ts'),
    contractOf: (plugin) => from(`plugins/${layerOf(plugin)}/${plugin}/contract.ts`),
    sharedOf: (plugin) => from(`plugins/${layerOf(plugin)}/${plugin}/shared.ts`),
    testing: (...parts) =>
      [...Map.groupBy(parts, (part) => PARTS[part])].map(([file, some]) => line(some, file === 'vitest' ? file : from(file))).join('\n'),
  };
}

/** Of a package of its own. */
export const AS_PACKAGE: Imports = {
  contract: 'lead-platform/contract',
  contractOf: (plugin) => `lead-platform/plugins/${layerOf(plugin)}/${plugin}/contract`,
  sharedOf: (plugin) => `lead-platform/plugins/${layerOf(plugin)}/${plugin}/shared`,
  testing: (...parts) => line(parts, 'lead-platform/testing'),
};
