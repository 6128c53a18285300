/** Writes docs/plugin-reference.md from the doc comments of the contract (`npm run reference`). */
import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { INSTALLED } from '../config/plugins.ts';
import { writeDocumentMembers } from './plugin-reference/connector-document.ts';
import { installedTables } from './plugin-reference/installed.ts';
import { reference } from './plugin-reference/reference.ts';

const root = join(import.meta.dirname, '..');
const file = join(root, 'docs', 'plugin-reference.md');
const head =
  'What a plugin can say, as `core/contract` declares it, and what the installed plugins offer to each other. Written by `npm run reference`;\n[plugins.md](plugins.md) is the guide.';
writeFileSync(file, `# Plugin reference\n\n${head}\n\n${reference(root)}\n\n${await installedTables(INSTALLED)}\n`);
const documents = join(root, 'docs', 'declarative-connectors.md');
writeDocumentMembers(documents);
execFileSync(join(root, 'node_modules', '.bin', 'oxfmt'), [file, documents]);
