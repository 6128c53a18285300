import { basename } from 'node:path';
import type { Files } from './names.ts';

/** What makes a package of a plugin; `product` is where the checkout of the product lies, seen from its folder. */
export const packageFiles = (folder: string, product: string, version: string): Files => ({
  'package.json': `${JSON.stringify(
    {
      name: basename(folder),
      version: '1.0.0',
      type: 'module',
      files: ['dist'],
      exports: { '.': './dist/index.js' },
      scripts: {
        test: 'lead-platform test',
        check: 'lead-platform check',
        build: 'lead-platform build',
        prepack: 'lead-platform build',
      },
      peerDependencies: { 'lead-platform': `^${version}` },
      peerDependenciesMeta: { 'lead-platform': { optional: true } },
      devDependencies: { 'lead-platform': `file:${product}` },
    },
    null,
    2,
  )}\n`,
  'tsconfig.json': `${JSON.stringify({ extends: 'lead-platform/tsconfig.json', include: ['**/*.ts'], exclude: ['dist', 'node_modules'] }, null, 2)}\n`,
  '.gitignore': 'dist/\nnode_modules/\n*.tgz\n',
});
