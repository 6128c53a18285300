import { createContext, useContext, type ComponentType, type ReactNode } from 'react';
import type { WireBlock } from '../../../core/contract/wire.ts';

export interface BlocksProps {
  blocks: WireBlock[];
  /** Where these blocks stand in the page, for addresses that must not collide. */
  at: string;
}
const NestedContext = createContext<ComponentType<BlocksProps> | null>(null);
export const NestedProvider = NestedContext.Provider;

/** Blocks inside of a block: a tab, an opened row, a wizard's step. */
export function Nested(props: BlocksProps): ReactNode {
  const Blocks = useContext(NestedContext);
  return Blocks ? <Blocks {...props} /> : null;
}
