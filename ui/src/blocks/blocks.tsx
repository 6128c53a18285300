import { Skeleton } from '@mantine/core';
import { useCallback, useEffect, useState, type ReactNode } from 'react';
import type { WireBlock, WireNotice } from '../../../core/contract/wire.ts';
import { PlaceContext, usePlace } from '../data/settling.ts';
import { FormBlockView } from './asking-form.tsx';
import styles from './blocks.module.css';
import { NestedProvider, type BlocksProps } from './nested.tsx';
import { NoticeGroup } from './notice-group.tsx';
import { NoticeView } from './notice.tsx';
import { ChartView, DetailView, OverviewView, StatsView, TableView } from '../shell/inside-parts.tsx';
import { lazyPart } from '../shell/lazy-part.ts';

/** How long what is below waits for what is above without anything having come: on a busy machine everything comes late, one after the other. */
const PATIENCE_MS = 3_000;

const skeleton = (height: number) => (): ReactNode => <Skeleton height={height} radius={12} />;
const CardsView = lazyPart(() => import('./cards.tsx'), skeleton(200));
const CodeView = lazyPart(() => import('./code.tsx'), skeleton(200));
const DocumentView = lazyPart(() => import('./document.tsx'), skeleton(200));
const JobView = lazyPart(() => import('./job.tsx'), skeleton(200));
const SectionsView = lazyPart(() => import('./sections.tsx'), skeleton(300));
const TabsView = lazyPart(() => import('./tabs.tsx'), skeleton(200));
const ViewView = lazyPart(() => import('./view.tsx'), skeleton(200));
const WizardView = lazyPart(() => import('./wizard.tsx'), skeleton(200));

/** Draws blocks one below the other. Each is seen once those above it have come, so that nothing is pushed down before somebody's eyes. */
export function Blocks({ blocks, at }: BlocksProps): ReactNode {
  const groups = inGroups(blocks);
  const [settled, setSettled] = useState<ReadonlySet<number>>(new Set());
  const [isLate, setLate] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setLate(true), PATIENCE_MS);
    return () => clearTimeout(timer);
  }, [settled]);
  const settle = useCallback((index: number) => setSettled((before) => (before.has(index) ? before : new Set(before).add(index))), []);
  const first = isLate ? -1 : groups.findIndex(({ index }) => !settled.has(index));
  const held = first === -1 ? groups.length : first;
  return (
    <NestedProvider value={Blocks}>
      <div className={styles.blocks}>
        {groups.map(({ block, index, notices }, n) => {
          const path = at ? `${at}.${index}` : String(index);
          return (
            <Place key={path} as={notices ? undefined : block.as} waits={n > held} settled={() => settle(index)}>
              {notices ? <NoticeGroup blocks={notices} at={path} /> : draw(block, path)}
            </Place>
          );
        })}
      </div>
    </NestedProvider>
  );
}

function Place({
  as,
  waits,
  settled,
  children,
}: {
  as: WireBlock['as'] | undefined;
  waits: boolean;
  settled: () => void;
  children: ReactNode;
}): ReactNode {
  const { place, isSettled } = usePlace();
  useEffect(() => {
    if (isSettled) settled();
  }, [isSettled, settled]);
  return (
    <PlaceContext value={place}>
      <div data-block={as} data-waits={waits || undefined} className={styles.place ?? ''}>
        {children}
      </div>
    </PlaceContext>
  );
}

interface Grouped {
  block: WireBlock;
  index: number;
  /** Instead of the block: it, and the notices that stand behind it. */
  notices?: WireNotice[];
}
const isNotice = (block: WireBlock): block is WireNotice => block.as === 'notice';
/** What says something, not what informs in passing. */
const isCounted = (block: WireBlock): block is WireNotice => isNotice(block) && block.severity !== 'neutral';

/** The blocks with their places; several notices that stand together are one. */
function inGroups(blocks: readonly WireBlock[]): Grouped[] {
  const grouped: Grouped[] = [];
  for (const [index, block] of blocks.entries()) {
    const last = grouped.at(-1);
    if (last?.notices && isCounted(block)) last.notices.push(block);
    else grouped.push({ block, index, ...(isCounted(block) ? { notices: [block] } : {}) });
  }
  return grouped;
}

function draw(block: WireBlock, at: string): ReactNode {
  switch (block.as) {
    case 'table':
      return <TableView block={block} at={at} />;
    case 'form':
      return <FormBlockView block={block} at={at} />;
    case 'wizard':
      return <WizardView block={block} at={at} />;
    case 'stats':
      return <StatsView block={block} />;
    case 'chart':
      return <ChartView block={block} />;
    case 'document':
      return <DocumentView block={block} />;
    case 'detail':
      return <DetailView block={block} />;
    case 'notice':
      return <NoticeView block={block} />;
    case 'tabs':
      return <TabsView block={block} at={at} />;
    case 'sections':
      return <SectionsView block={block} at={at} />;
    case 'job':
      return <JobView block={block} />;
    case 'cards':
      return <CardsView block={block} />;
    case 'code':
      return <CodeView block={block} />;
    case 'view':
      return <ViewView block={block} at={at} />;
    default:
      return <OverviewView block={block} at={at} />;
  }
}
