import type { PageDef } from '../../../core/contract.ts';

/** A page without blocks that everybody signed in may see. */
export const page = (id: `${string}.${string}`, path: string, more: Partial<PageDef> = {}): PageDef => ({
  id,
  path,
  title: `${id}.title`,
  ability: 'signed-in',
  blocks: [],
  ...more,
});
