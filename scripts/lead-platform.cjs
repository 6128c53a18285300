#!/usr/bin/env node
/*
 * The commands of a plugin that is a package of its own and has a checkout of the product beside it:
 * lead-platform test | check | build. They run on the Node and with the tools of that checkout. Plain CommonJS, for whatever Node npm runs on.
 */
'use strict';
const { spawnSync } = require('child_process');
const fs = require('fs');
const path = require('path');

const ROOT = path.resolve(fs.realpathSync(__dirname), '..');
const node = path.join(ROOT, 'node_modules', 'node', 'bin', process.platform === 'win32' ? 'node.exe' : 'node');
if (!fs.existsSync(node)) {
  process.stderr.write(`The product in ${ROOT} has no packages yet. Run npm start there once.\n`);
  process.exit(1);
}
const result = spawnSync(node, [path.join(ROOT, 'scripts', 'package', 'cli.ts')].concat(process.argv.slice(2)), { stdio: 'inherit' });
process.exit(result.status === null ? 1 : result.status);
