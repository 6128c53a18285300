import { readFileSync } from 'node:fs';
import { findPackageJSON, registerHooks } from 'node:module';
import { pathToFileURL } from 'node:url';
import { satisfies, validRange } from 'semver';
import { CORE_VERSION } from './order.ts';

/** Under this name plugins that are packages import the product. */
export const PRODUCT = 'lead-platform';

const ROOT = new URL('../../package.json', import.meta.url);

/** What of a `package.json` the loader reads. */
interface PackageJson {
  version?: string;
  exports?: unknown;
  main?: string;
  peerDependencies?: Record<string, string>;
}

/** An installed package that claims to be a plugin. */
export interface FoundPackage {
  /** The file that it is imported by. */
  index: URL;
  /** Where its code, texts and migrations lie. */
  folder: URL;
  /** Why it is not imported: it is not for this version of the product. */
  refusal: string | null;
}

/**
 * Looks for an installed package as files of `base` see it.
 * @returns null where there is none of this name.
 * @throws when its `package.json` cannot be read or names no file to import.
 */
export function findPackage(name: string, base: URL): FoundPackage | null {
  const file = packageJsonOf(name, base);
  if (!file) return null;
  const read = JSON.parse(readFileSync(file, 'utf8')) as PackageJson;
  const entry = entryOf(read.exports) ?? read.main ?? 'index.js';
  const index = new URL(entry, pathToFileURL(file));
  return { index, folder: new URL('./', index), refusal: refusalOf(read) };
}

function packageJsonOf(name: string, base: URL): string | undefined {
  try {
    return findPackageJSON(name, base);
  } catch {
    return undefined;
  }
}

/** The file of the package itself among its `exports`, whichever of the usual ways they are written in. */
function entryOf(exported: unknown): string | undefined {
  if (typeof exported === 'string') return exported;
  if (typeof exported !== 'object' || exported === null) return undefined;
  const { '.': own, import: asModule, node, default: otherwise } = exported as Record<string, unknown>;
  return entryOf(own ?? asModule ?? node ?? otherwise);
}

/** A package says in `peerDependencies` which versions of the product it is written for, so that this is known before its code runs. */
function refusalOf({ version = '?', peerDependencies }: PackageJson): string | null {
  const range = peerDependencies?.[PRODUCT];
  if (range === undefined) return null;
  if (validRange(range) === null) return `asks for ${PRODUCT} "${range}" in its peerDependencies, which is no range of versions`;
  return satisfies(CORE_VERSION, range)
    ? null
    : `version ${version} is written for ${PRODUCT} ${range}, and this is ${CORE_VERSION}; install a version of it for ${CORE_VERSION}`;
}

let isShared = false;

/**
 * Lets packages import this very product as `lead-platform/…`, wherever they lie: a copy of their own would be a second contract, whose errors
 * and entities are not those of the first.
 */
export function shareProduct(): void {
  if (isShared) return;
  isShared = true;
  registerHooks({
    resolve: (specifier, context, next) =>
      specifier === PRODUCT || specifier.startsWith(`${PRODUCT}/`)
        ? next(specifier, { ...context, parentURL: ROOT.href })
        : next(specifier, context),
  });
}
