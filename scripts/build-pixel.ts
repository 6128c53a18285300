/**
 * Builds the script that client sites embed (`npm run build`): one small file without dependencies, in which the server
 * replaces the word `__LEAD_PIXEL__` by a campaign's values.
 */
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { gzipSync } from 'node:zlib';
import { build } from 'vite';

const ROOT = resolve(import.meta.dirname, '..');

/** Largest size in bytes, compressed and with a campaign's values. */
export const PIXEL_BUDGET = 3072;

/** Writes `pixel.js` into the folder and answers its text. */
export async function buildPixel(outDir = resolve(ROOT, '.local/pixel')): Promise<string> {
  const result = await build({
    configFile: false,
    root: ROOT,
    logLevel: 'warn',
    build: {
      outDir,
      emptyOutDir: true,
      target: 'es2020',
      lib: { entry: resolve(ROOT, 'ui/src/pixel/pixel.ts'), formats: ['iife'], name: 'lead', fileName: () => 'pixel.js' },
    },
  });
  const [output] = Array.isArray(result) ? result : [result];
  if (!output || !('output' in output)) throw new Error('the pixel was not built');
  return output.output[0].code;
}

/** Size on the wire of a built script, as served for a campaign. */
export const servedSize = (text: string): number =>
  gzipSync(text.replace('__LEAD_PIXEL__', JSON.stringify({ k: 'x'.repeat(16), t: `https://www.example.com/${'thank-you/'.repeat(8)}` })))
    .length;

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) {
  const size = servedSize(await buildPixel());
  console.log(`Pixel: ${size} of ${PIXEL_BUDGET} bytes`);
  if (size > PIXEL_BUDGET) process.exitCode = 1;
}
