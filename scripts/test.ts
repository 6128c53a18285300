/**
 * Runs every test (`npm test`) and ends with one line of counts and the right exit code.
 * Further words go to vitest: `npm test -- plugins/commerce/wallet`, `npm test -- --project e2e`. `npm test -- --changed` runs the test files that depend
 * on what differs from `main`; `--changed=<commit>` on what differs from another commit.
 */
import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { launchBrowser } from '../core/testing/browser.ts';
import { changedTests } from './changed-tests.ts';

interface Results {
  numPassedTests: number;
  numFailedTests: number;
  numPendingTests: number;
  numTodoTests: number;
  testResults: { status: string; name: string; assertionResults: { status: string }[] }[];
}

const root = resolve(import.meta.dirname, '..');
const resultsFile = join(root, '.local', 'test', `results-${process.pid}.json`);
mkdirSync(join(root, '.local', 'test'), { recursive: true });

const selected = await withoutChanged(process.argv.slice(2));
if (selected) {
  await prepareBrowser();
  const code = runVitest(selected);
  process.exitCode = report(readResults(), code);
} else console.log('No test depends on what changed.');

/** The words for vitest, with the test files in place of `--changed`; null when there are none. */
async function withoutChanged(given: string[]): Promise<string[] | null> {
  const word = given.find((one) => /^--changed(?:=|$)/.test(one));
  if (!word) return given;
  const files = await changedTests(root, word.split('=')[1]);
  console.log(`${files.length} test files depend on what changed.`);
  return files.length > 0 ? [...given.filter((one) => one !== word), ...files] : null;
}

/** Unpacks the browser once, before test files need it at the same time. Without one, the browser tests fail with the reason. */
async function prepareBrowser(): Promise<void> {
  try {
    const browser = await launchBrowser();
    console.log(`Browser: Chromium ${browser.version()}`);
    await browser.close();
  } catch (error) {
    console.error((error as Error).message);
  }
}

function runVitest(words: string[]): number {
  const vitest = join(root, 'node_modules', 'vitest', 'vitest.mjs');
  const args = [vitest, 'run', '--reporter=default', '--reporter=json', `--outputFile.json=${resultsFile}`, ...words];
  return spawnSync(process.execPath, args, { cwd: root, stdio: ['ignore', 'inherit', 'inherit'] }).status ?? 1;
}

function readResults(): Results | undefined {
  try {
    return JSON.parse(readFileSync(resultsFile, 'utf8')) as Results;
  } catch {
    return undefined;
  } finally {
    rmSync(resultsFile, { force: true });
  }
}

/** Prints the counts; a file that could not be loaded and an error outside any test count as one failure each. */
function report(results: Results | undefined, vitestCode: number): number {
  const passed = results?.numPassedTests ?? 0;
  const brokenFiles = (results?.testResults ?? []).filter(
    (file) => file.status === 'failed' && !file.assertionResults.some((test) => test.status === 'failed'),
  );
  for (const file of brokenFiles) console.log(`Could not be run: ${file.name}`);
  let failed = (results?.numFailedTests ?? 0) + brokenFiles.length;
  if (failed === 0 && vitestCode !== 0) {
    console.log('The run failed outside the tests: see the errors above.');
    failed = 1;
  }
  const skipped = (results?.numPendingTests ?? 0) + (results?.numTodoTests ?? 0);
  console.log(`\n${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`);
  return failed > 0 ? 1 : 0;
}
