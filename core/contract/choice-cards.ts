import type { CardsBlock } from './block.ts';

/** Cards that each open one of several things; rows say what it is in `help`, and look like it by `icon`. */
export const choiceCards = (of: Pick<CardsBlock, 'source' | 'key' | 'heading' | 'state' | 'empty'>): CardsBlock => ({
  as: 'cards',
  text: 'help',
  iconField: 'icon',
  ...of,
});
