import type { ReactNode } from 'react';
import type { WireOverviewBlock } from '../../../../core/contract/wire.ts';
import { ChecklistView } from './checklist.tsx';
import { ColumnsView } from './columns.tsx';
import { FunnelView } from './funnel.tsx';
import { GroupView } from './group.tsx';
import { HealthView } from './health.tsx';
import { MapView } from './map/map.tsx';
import { RankingView } from './ranking.tsx';
import { StreamView } from './stream/stream.tsx';
import { TimelineView } from './timeline.tsx';
import { TrendsView } from './trends.tsx';

/** The blocks of overviews. */
export function OverviewView({ block, at }: { block: WireOverviewBlock; at: string }): ReactNode {
  switch (block.as) {
    case 'trends':
      return <TrendsView block={block} />;
    case 'funnel':
      return <FunnelView block={block} />;
    case 'ranking':
      return <RankingView block={block} />;
    case 'timeline':
      return <TimelineView block={block} />;
    case 'stream':
      return <StreamView block={block} at={at} />;
    case 'health':
      return <HealthView block={block} />;
    case 'checklist':
      return <ChecklistView block={block} />;
    case 'map':
      return <MapView block={block} />;
    case 'group':
      return <GroupView block={block} at={at} />;
    case 'columns':
      return <ColumnsView block={block} at={at} />;
  }
}
