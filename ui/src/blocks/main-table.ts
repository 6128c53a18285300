import { createContext } from 'react';
import type { WireBlock, WireTable } from '../../../core/contract/wire.ts';

/** The page's first table: its state has the short names in the address. */
export const MainTableContext = createContext<WireTable | null>(null);

/** The first table among blocks, looking into tabs, columns and groups too. */
export function firstTable(blocks: readonly WireBlock[]): WireTable | null {
  for (const block of blocks) {
    if (block.as === 'table') return block;
    const inner =
      block.as === 'tabs'
        ? firstTable(block.tabs.flatMap((tab) => tab.blocks))
        : block.as === 'columns' || block.as === 'group'
          ? firstTable(block.blocks.flat())
          : null;
    if (inner) return inner;
  }
  return null;
}
