import { execFileSync } from 'node:child_process';
import { readImports } from './changed-tests/imports.ts';
import { testsOf } from './changed-tests/select.ts';
import { type Graph, neighboursOfPlugins } from './plugin-graph/graph.ts';

/** The test files that depend on what differs here, committed or not, from where this branch left `base`. */
export async function changedTests(root: string, base = 'main'): Promise<readonly string[]> {
  const git = (...args: string[]): string[] => execFileSync('git', args, { cwd: root, encoding: 'utf8' }).split('\0').filter(Boolean);
  const [left] = execFileSync('git', ['merge-base', base, 'HEAD'], { cwd: root, encoding: 'utf8' }).split('\n') as [string];
  const changed = [...git('diff', '--name-only', '--no-renames', '-z', left), ...git('ls-files', '--others', '--exclude-standard', '-z')];
  const graph: Graph = changed.some((file) => file.startsWith('plugins/')) ? (await neighboursOfPlugins()).found : new Map();
  return testsOf(changed, readImports(root), graph);
}
