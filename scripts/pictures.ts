/**
 * Screenshots of the catalogue, compared by their pixels: `npm run pictures -- before` takes them into `.local/pictures/before`, and
 * `npm run pictures -- before after` says which differ, with a picture of the difference beside the second. Nothing of it is kept in git.
 */
import { spawnSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { launchBrowser } from '../core/testing/browser.ts';

const ROOT = resolve(import.meta.dirname, '..');
const folderOf = (name: string): string => join(ROOT, '.local/pictures', name);
/** Of a colour's 255 steps, by how much a pixel may differ: letters are smoothed a little otherwise each time. */
const SLACK = 24;

const [name, other, ...rest] = process.argv.slice(2);
if (!name || rest.length > 0) throw new Error('npm run pictures takes a name to save pictures under, or two names to compare.');
if (other) await compare(name, other);
else take(name);

function take(into: string): void {
  const command = ['vitest', 'run', '--project', 'e2e', 'tests/e2e/catalogue.test.ts'];
  const { status } = spawnSync('npx', command, { cwd: ROOT, stdio: 'inherit', env: { ...process.env, PICTURES: folderOf(into) } });
  process.exitCode = status ?? 1;
}

async function compare(before: string, after: string): Promise<void> {
  const seen = (folder: string): string[] =>
    readdirSync(folderOf(folder)).filter((file) => file.endsWith('.png') && !file.endsWith('.diff.png'));
  const [old, now] = [new Set(seen(before)), new Set(seen(after))];
  const lines = [
    ...[...old].filter((file) => !now.has(file)).map((file) => `gone  ${file}`),
    ...[...now].filter((file) => !old.has(file)).map((file) => `new   ${file}`),
  ];
  const browser = await launchBrowser();
  const page = await browser.newPage();
  const dataOf = (folder: string, file: string): string =>
    `data:image/png;base64,${readFileSync(join(folderOf(folder), file)).toString('base64')}`;
  for (const file of [...old].filter((one) => now.has(one))) {
    const { pixels, picture } = await page.evaluate(differing, [dataOf(before, file), dataOf(after, file), SLACK] as const);
    if (pixels === 0) continue;
    mkdirSync(folderOf(after), { recursive: true });
    writeFileSync(join(folderOf(after), file.replace('.png', '.diff.png')), Buffer.from(picture.split(',')[1]!, 'base64'));
    lines.push(`${String(pixels).padStart(7)} pixels  ${file}`);
  }
  await browser.close();
  console.log(lines.length > 0 ? lines.join('\n') : `All ${old.size} pictures look the same.`);
}

/** Runs in a browser: how many pixels differ, and the second picture with these in red. */
async function differing([first, second, slack]: readonly [string, string, number]): Promise<{ pixels: number; picture: string }> {
  const drawn = async (address: string) => {
    const image = new Image();
    image.src = address;
    await image.decode();
    return image;
  };
  const [a, b] = await Promise.all([drawn(first), drawn(second)]);
  const [width, height] = [Math.max(a.width, b.width), Math.max(a.height, b.height)];
  const dataOf = (image: HTMLImageElement) => {
    const canvas = new OffscreenCanvas(width, height);
    const context = canvas.getContext('2d')!;
    context.drawImage(image, 0, 0);
    return context.getImageData(0, 0, width, height);
  };
  const [left, right] = [dataOf(a), dataOf(b)];
  let pixels = 0;
  for (let at = 0; at < left.data.length; at += 4) {
    if ([0, 1, 2, 3].every((part) => Math.abs(left.data[at + part]! - right.data[at + part]!) <= slack)) continue;
    pixels += 1;
    right.data.set([255, 0, 60, 255], at);
  }
  const canvas = Object.assign(document.createElement('canvas'), { width, height });
  canvas.getContext('2d')!.putImageData(right, 0, 0);
  return { pixels, picture: canvas.toDataURL('image/png') };
}
