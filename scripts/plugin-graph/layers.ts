import { basename, dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { pluginFolders } from '../../core/boot/plugin-folders.ts';

/** The folders of `plugins/`, the lowest first: a plugin knows those of its own layer and of the layers below. */
export const LAYERS = [
  'foundation',
  'tenancy',
  'money',
  'campaign-management',
  'lead-intake',
  'lead-products',
  'reporting',
  'connectors',
  'commerce',
  'administration',
  // What `npm run new:plugin` writes.
  'extensions',
] as const;

/** Plugin -> its layer. */
export const layersOfPlugins = (): ReadonlyMap<string, string> =>
  new Map([...pluginFolders()].map(([plugin, folder]) => [plugin, basename(dirname(fileURLToPath(folder)))]));
