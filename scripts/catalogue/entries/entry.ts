import type { Block, FormDef } from '../../../core/contract.ts';
import { ALWAYS, READ, type StateName } from '../states.ts';

/** What the catalogue shows of one block, input or screen. */
export interface Entry {
  /** Names it in the address. */
  id: string;
  kind: 'block' | 'overview' | 'widget' | 'screen';
  /** What descriptors call it: the `as` of a block, the name of a widget or of a view. */
  of: string;
  /** Its descriptor, as it stands on the page that shows it. */
  blocks: readonly Block[];
  /** The form of an input. */
  form?: FormDef;
  states: readonly StateName[];
}

export const block = (of: Block['as'], blocks: Block | readonly Block[], more: Partial<Entry> = {}): Entry => ({
  id: of,
  kind: 'block',
  of,
  blocks: 'as' in blocks ? [blocks] : blocks,
  states: READ,
  ...more,
});
export const overview = (of: Block['as'], shown: Block, more: Partial<Entry> = {}): Entry => ({
  ...block(of, shown),
  kind: 'overview',
  ...more,
});
export { ALWAYS, READ };
