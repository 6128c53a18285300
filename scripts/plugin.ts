/**
 * `npm run plugin -- remove <name> --purge [--yes]`: takes everything out of the database that a plugin left there. Shows what goes and asks
 * first; needs the same settings as the product, and works whether that runs or not.
 */
import { createInterface } from 'node:readline/promises';
import { loadConfig } from '../config/default.ts';
import { joinDatabase } from '../core/boot/database.ts';
import { loadPlugins } from '../core/boot/load.ts';
import { failed } from '../core/boot/process.ts';
import { openPool } from '../core/data/knex.ts';
import { removePlugin } from './plugin/remove.ts';

const [what, name = '', ...flags] = process.argv.slice(2);
const isComplete = what === 'remove' && name !== '' && flags.includes('--purge') && flags.every((f) => ['--purge', '--yes'].includes(f));
if (!isComplete) {
  console.error('Usage: npm run plugin -- remove <name> --purge [--yes]');
  process.exit(1);
}

async function ask(question: string): Promise<string> {
  const lines = createInterface({ input: process.stdin, output: process.stdout });
  // Without a person at the other end the answer is no.
  const silence = new Promise<string>((resolve) => void lines.once('close', () => resolve('')));
  const answer = await Promise.race([lines.question(question), silence]);
  lines.close();
  return answer.trim();
}

await remove().catch(failed);

async function remove(): Promise<void> {
  const config = loadConfig();
  const database = await joinDatabase(config, (line) => console.error(line));
  const owner = openPool({ url: database.url, max: 2, name: 'plugin', scope: 'platform', statementTimeoutMs: 600_000 });
  try {
    const loaded = await loadPlugins(config.plugins);
    const installed = loaded.map(({ name: installedAs, plugin }) => ({
      id: plugin?.manifest.id ?? installedAs,
      requires: Object.keys(plugin?.manifest.requires ?? {}),
    }));
    const refusal = await removePlugin(owner, name, {
      installed,
      unread: loaded.filter(({ isPackage, plugin }) => isPackage && !plugin).map(({ name: installedAs }) => installedAs),
      say: (line) => console.log(line),
      confirm: async () => flags.includes('--yes') || (await ask(`Type ${name} to remove all of this for good: `)) === name,
    });
    if (refusal) console.error(refusal);
    process.exitCode = refusal ? 1 : 0;
  } finally {
    await owner.destroy();
    await database.stop();
  }
}
