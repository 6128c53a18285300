import type { Action, Block, CardsBlock, Column, PageExtension, Tab } from '../contract.ts';

/** The blocks of a page with what other plugins put onto it, in the order of the extensions. */
export function extendedBlocks(own: readonly Block[], extensions: readonly PageExtension[]): Block[] {
  const added = (before: boolean): Block[] => extensions.filter((e) => e.order < 0 === before).flatMap((e) => e.blocks);
  const actions = extensions.flatMap((e) => e.actions ?? []);
  const bulk = extensions.flatMap((e) => e.bulk ?? []);
  const columns = extensions.flatMap((e) => e.columns ?? []);
  const opened = extensions.flatMap((e) => e.opened ?? []);
  const tabs = extensions.flatMap((e) => e.tabs ?? []);
  const extended = withTabs(withOpened(withBulk(withActions(withColumns(own, columns), actions), bulk), opened), tabs);
  return [...added(true), ...extended, ...added(false)];
}

/** The blocks with other plugins' columns in the first table. */
function withColumns(blocks: readonly Block[], more: readonly Column[]): Block[] {
  const at = blocks.findIndex((b) => b.as === 'table');
  return blocks.map((block, n) => (n === at && block.as === 'table' ? { ...block, columns: [...block.columns, ...more] } : block));
}

/** The blocks with other plugins' actions: on the cards of a catalogue, on other pages on the first table or detail. */
function withActions(blocks: readonly Block[], more: readonly Action[]): Block[] {
  const cards = blocks.findIndex((b) => b.as === 'cards');
  const at = cards >= 0 ? cards : blocks.findIndex((b) => b.as === 'table' || b.as === 'detail');
  return blocks.map((block, n) => {
    if (n !== at || more.length === 0) return block;
    if (block.as === 'table') return { ...block, row: { ...block.row, actions: [...(block.row?.actions ?? []), ...more] } };
    return { ...block, actions: [...((block as CardsBlock).actions ?? []), ...more] } as Block;
  });
}

/** The blocks with other plugins' actions on the selected rows of the first table. */
function withBulk(blocks: readonly Block[], more: readonly Action[]): Block[] {
  const at = blocks.findIndex((b) => b.as === 'table');
  return blocks.map((block, n) =>
    n === at && more.length > 0 && block.as === 'table' ? { ...block, bulk: [...(block.bulk ?? []), ...more] } : block,
  );
}

/** The blocks with other plugins' blocks in what the rows of the first table open, where that is more than a form. */
function withOpened(blocks: readonly Block[], more: readonly Block[]): Block[] {
  const at = blocks.findIndex((b) => b.as === 'table');
  return blocks.map((block, n) => {
    if (n !== at || more.length === 0 || block.as !== 'table' || !block.row?.open || !('blocks' in block.row.open)) return block;
    return { ...block, row: { ...block.row, open: { blocks: [...block.row.open.blocks, ...more] } } };
  });
}

/** The blocks with other plugins' tabs among those of the first that has any. */
function withTabs(blocks: readonly Block[], more: readonly Tab[]): Block[] {
  const at = blocks.findIndex((b) => b.as === 'tabs');
  return blocks.map((block, n) =>
    n !== at || more.length === 0 || block.as !== 'tabs' ? block : { ...block, tabs: merged(block.tabs, more) },
  );
}

/** In their order; what comes for a tab that is there stands behind its blocks. */
function merged(own: readonly Tab[], more: readonly Tab[]): Tab[] {
  const tabs = new Map<string, Tab>();
  for (const tab of [...own, ...more]) {
    const there = tabs.get(tab.id);
    tabs.set(tab.id, there ? { ...there, blocks: [...there.blocks, ...tab.blocks] } : tab);
  }
  return [...tabs.values()].sort((a, b) => (a.order ?? 0) - (b.order ?? 0));
}
