import { lazyPart } from '../../../../ui/src/widget-contract.ts';

export { card } from './card.tsx';

/** Lets a card's holder answer their bank. */
export const holder = lazyPart(() => import('./holder-dialog.tsx'));
