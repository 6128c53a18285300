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
  startTestApp: '../../core/testing/app.ts',
  'type TestApp': '../../core/testing/app.ts',
  conformance: '../../core/testing/conformance.ts',
  Receiver: '../integrations/receiver.fake.ts',
} as const;
export type TestPart = keyof typeof PARTS;

const line = (parts: readonly string[], from: string): string => `import { ${parts.join(', ')} } from '${from}';`;

/** Of a folder below `plugins/`. */
export const INSIDE: Imports = {
  contract: '../../core/contract.ts',
  contractOf: (plugin) => `../${plugin}/contract.ts`,
  sharedOf: (plugin) => `../${plugin}/shared.ts`,
  testing: (...parts) => [...Map.groupBy(parts, (part) => PARTS[part])].map(([from, some]) => line(some, from)).join('\n'),
};

/** Of a package of its own. */
export const AS_PACKAGE: Imports = {
  contract: 'lead-platform/contract',
  contractOf: (plugin) => `lead-platform/plugins/${plugin}/contract`,
  sharedOf: (plugin) => `lead-platform/plugins/${plugin}/shared`,
  testing: (...parts) => line(parts, 'lead-platform/testing'),
};
