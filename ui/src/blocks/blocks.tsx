import { Skeleton } from '@mantine/core';
import type { ReactNode } from 'react';
import type { WireBlock, WireNotice, WireOverviewBlock } from '../../../core/contract/wire.ts';
import { FormBlockView } from './asking-form.tsx';
import styles from './blocks.module.css';
import { NestedProvider, type BlocksProps } from './nested.tsx';
import { DetailView, NoticeGroup, NoticeView, StatsView, TableView } from '../shell/inside-parts.tsx';
import { lazyPart } from '../shell/lazy-part.ts';

const OVERVIEW_HEIGHTS: Record<WireOverviewBlock['as'], number> = {
  trends: 132,
  funnel: 330,
  ranking: 330,
  timeline: 330,
  stream: 420,
  health: 300,
  checklist: 240,
  map: 420,
  columns: 346,
};
const place = (height: number) => (): ReactNode => <Skeleton height={height} radius={12} />;
const CardsView = lazyPart(() => import('./cards.tsx'), place(200));
const ChartView = lazyPart(() => import('./chart.tsx'), place(346));
const CodeView = lazyPart(() => import('./code.tsx'), place(200));
const DocumentView = lazyPart(() => import('./document.tsx'), place(200));
const JobView = lazyPart(() => import('./job.tsx'), place(200));
// One file for all of them: an overview has several, and each would be a request of its own.
const OverviewView = lazyPart(
  () => import('./overview/overview.tsx'),
  ({ block }: { block: WireOverviewBlock }) => <Skeleton height={OVERVIEW_HEIGHTS[block.as]} radius={12} />,
);
const TabsView = lazyPart(() => import('./tabs.tsx'), place(200));
const ViewView = lazyPart(() => import('./view.tsx'), place(200));
const WizardView = lazyPart(() => import('./wizard.tsx'), place(200));

/** Draws blocks one below the other. */
export function Blocks({ blocks, at }: BlocksProps): ReactNode {
  return (
    <NestedProvider value={Blocks}>
      <div className={styles.blocks}>
        {inGroups(blocks).map(({ block, index, notices }) => {
          if (notices) return <NoticeGroup key={`notices${index}`} blocks={notices} at={at ? `${at}.${index}` : String(index)} />;
          const path = at ? `${at}.${index}` : String(index);
          return (
            <div key={path} data-block={block.as} className={styles.place ?? ''}>
              {draw(block, path)}
            </div>
          );
        })}
      </div>
    </NestedProvider>
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
