import { execFileSync } from 'node:child_process';
import { registerHooks, type ResolveHookSync } from 'node:module';
import { fileURLToPath } from 'node:url';

/** Files of the folders that are being imported, as the one hook of the process meets them. */
const noted = new Map<string, Set<string>>();
let isHooked = false;

/** Imports a module and notes the files of its own folder that are asked for on the way, so that a fault can be looked for in them. */
export async function importNoting(index: URL, files: Set<string>): Promise<unknown> {
  if (!isHooked) registerHooks({ resolve: noteFile });
  isHooked = true;
  const own = new URL('./', index).href;
  noted.set(own, files);
  try {
    return await import(index.href);
  } finally {
    noted.delete(own);
  }
}

const noteFile: ResolveHookSync = (specifier, context, next) => {
  const resolved = next(specifier, context);
  for (const [own, files] of noted) if (resolved.url.startsWith(own)) files.add(resolved.url.replace(/[?#].*$/, ''));
  return resolved;
};

/**
 * Where the first of these files cannot be parsed, as `path:line`: of JavaScript modules the engine tells it only to whoever does not catch
 * the error, so each file is checked in a process of its own.
 */
export function unparsable(files: Iterable<string>): string | undefined {
  for (const file of files) {
    if (!/\.[cm]?js$/.test(file)) continue;
    const path = fileURLToPath(file);
    try {
      execFileSync(process.execPath, ['--check', path], { stdio: ['ignore', 'ignore', 'pipe'], encoding: 'utf8' });
    } catch (error) {
      const line = /:(\d+)$/.exec(String((error as { stderr?: unknown }).stderr).split('\n')[0]!)?.[1];
      return line ? `${path}:${line}` : path;
    }
  }
  return undefined;
}
