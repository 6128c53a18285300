import { accessSync, constants, existsSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { delimiter, dirname, join, resolve } from 'node:path';
import { type Browser, chromium, type LaunchOptions } from 'playwright';
import { hasRoomInMemory } from './scratch-dir.ts';

/** One browser that may exist on this machine; `find` answers undefined when it does not. */
interface Candidate {
  name: string;
  find: () => Promise<LaunchOptions | undefined>;
}

const BROWSER_DIR = resolve(import.meta.dirname, '../../.local/browser');
const PROGRAM_NAMES = ['chromium', 'google-chrome', 'google-chrome-stable', 'chromium-browser'];
const DEBIAN_HINT = 'On Debian or Ubuntu: apt-get install -y chromium. Elsewhere: npx playwright install chromium.';

/** For root, for machines without a graphics card, and for networks that let nothing out. */
const ARGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--no-default-browser-check',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/**
 * What Chromium's processes share, every picture of a page too, lies in memory where there is room; Playwright would have it in files, which costs
 * a tenth of all processor time of a browser test.
 */
const LEFT_OUT = hasRoomInMemory() ? ['--disable-dev-shm-usage'] : [];

/** The one whose version the packages fix comes first: it is the same everywhere, and without a window's trappings quicker. */
const CANDIDATES: Candidate[] = [
  { name: '@sparticuz/chromium', find: packaged },
  { name: '@sparticuz/chromium with its own libraries', find: packagedWithLibraries },
  ...PROGRAM_NAMES.map((program) => ({ name: `installed ${program}`, find: () => installed(program) })),
  { name: "Playwright's own Chromium", find: () => Promise.resolve({}) },
];

/**
 * Starts a Chromium without a window: the one from npm, else an installed one, else Playwright's own.
 * Names below `.localhost` lead to this machine without any DNS: Chromium resolves them itself.
 * @param options further Playwright options; `args` are added to ours.
 * @throws Error naming every browser tried and what to install.
 */
export async function launchBrowser(options: LaunchOptions = {}): Promise<Browser> {
  const failures: string[] = [];
  for (const { name, find } of CANDIDATES) {
    try {
      const found = await find();
      if (!found) continue;
      return await chromium.launch({ ...found, ignoreDefaultArgs: LEFT_OUT, ...options, args: [...ARGS, ...(options.args ?? [])] });
    } catch (error) {
      failures.push(`- ${name}: ${firstLines(error)}`);
    }
  }
  throw new Error(`No browser starts on this machine.\n${failures.join('\n')}\n${DEBIAN_HINT}`);
}

async function installed(program: string): Promise<LaunchOptions | undefined> {
  for (const folder of (process.env['PATH'] ?? '').split(delimiter)) {
    const executablePath = join(folder, program);
    try {
      accessSync(executablePath, constants.X_OK);
      return { executablePath };
    } catch {
      // not in this folder
    }
  }
  return undefined;
}

async function packaged(): Promise<LaunchOptions | undefined> {
  const dir = await unpack();
  return dir === undefined ? undefined : { executablePath: join(dir, 'chromium'), env: fontsFor(dir) };
}

/** For a bare system without libnss3 and libexpat: the package brings builds of these that suit any recent Linux. */
async function packagedWithLibraries(): Promise<LaunchOptions | undefined> {
  const dir = await unpack();
  if (dir === undefined) return undefined;
  return { executablePath: join(dir, 'chromium'), env: { ...fontsFor(dir), LD_LIBRARY_PATH: join(dir, 'al2023', 'lib') } };
}

/** A machine without any font set-up gets the font of the package, because pages with text crash without one. */
function fontsFor(dir: string): Record<string, string> {
  const inherited = process.env as Record<string, string>;
  return existsSync('/etc/fonts/fonts.conf') ? inherited : { ...inherited, FONTCONFIG_FILE: join(dir, 'fonts.conf') };
}

/**
 * Unpacks the browser of the npm package once for each version.
 * The package itself would take whatever lies at `<tmp>/chromium`, of any version, half-written by a neighbour or not;
 * so it works in a folder of our own that gets its final name when complete.
 * @returns the folder, or undefined when the package has no build for this machine.
 */
async function unpack(): Promise<string | undefined> {
  if (process.platform !== 'linux' || process.arch !== 'x64') return undefined;
  const { default: sparticuz, inflate } = await import('@sparticuz/chromium');
  const archives = resolve(dirname(createRequire(import.meta.url).resolve('@sparticuz/chromium')), '../bin');
  const dir = join(BROWSER_DIR, versionOf(archives));
  if (existsSync(dir)) return dir;

  const partial = `${dir}.${process.pid}`;
  mkdirSync(partial, { recursive: true });
  const tmp = process.env['TMPDIR'];
  try {
    process.env['TMPDIR'] = partial;
    await sparticuz.executablePath(archives);
    await inflate(join(archives, 'al2023.tar.br'));
    const fonts = `<fontconfig><dir>${join(dir, 'fonts')}</dir><cachedir>${join(dir, 'font-cache')}</cachedir></fontconfig>`;
    writeFileSync(join(partial, 'fonts.conf'), fonts);
    if (!existsSync(dir)) renameSync(partial, dir);
  } finally {
    if (tmp === undefined) delete process.env['TMPDIR'];
    else process.env['TMPDIR'] = tmp;
    rmSync(partial, { recursive: true, force: true });
  }
  return dir;
}

function versionOf(archives: string): string {
  const { version } = createRequire(import.meta.url)(resolve(archives, '../package.json')) as { version: string };
  return version;
}

function firstLines(error: unknown): string {
  const text = error instanceof Error ? error.message : String(error);
  const telling = text.split('\n').filter((line) => /error|cannot|missing|exist|denied/i.test(line));
  return (telling.length > 0 ? telling : [text]).slice(0, 3).join(' ').slice(0, 500);
}
