/** The blocks of `overview-blocks.ts` as the browser gets them. */
import type {
  ChecklistBlock,
  FunnelBlock,
  GroupBlock,
  HealthBlock,
  MapBlock,
  RankingBlock,
  StreamBlock,
  TimelineBlock,
  TrendsBlock,
} from './overview-blocks.ts';
import type { Binding, When } from './page.ts';
import type { WireAction, WireBlock, WireColumn, WireEmpty, WireFilter, WireSource } from './wire.ts';

/** The page that was found, for a role too. */
export interface WireLink {
  page: string;
  params?: Record<string, Binding>;
  query?: Record<string, Binding>;
}

/** A block with its source, its empty state and its links as the browser gets them. */
type Wired<B extends { source: unknown }> = Omit<B, 'source' | 'empty' | 'to'> & {
  source: WireSource;
} & (B extends { empty: unknown } ? { empty: WireEmpty } : unknown) &
  ('to' extends keyof B ? { to?: NonNullable<WireColumn['to']> } : unknown);

export interface WireTrends extends Omit<Wired<TrendsBlock>, 'items'> {
  items: (Omit<TrendsBlock['items'][number], 'to'> & { to?: WireLink })[];
}
export type WireFunnel = Omit<Wired<FunnelBlock>, 'behind' | 'remedies' | 'lists'> & {
  lists?: { field: string; links: Record<string, WireLink> };
  behind?: { to: WireLink; when?: When };
  remedies?: { field: string; links: Record<string, { title: string; to: WireLink }> };
};
export type WireRanking = Wired<RankingBlock>;
export type WireTimeline = Wired<TimelineBlock>;
export type WireStream = Omit<Wired<StreamBlock>, 'facts' | 'open' | 'filters'> & {
  facts: WireColumn[];
  filters?: WireFilter[];
  open?: { blocks: WireBlock[] };
};
export type WireHealth = Omit<Wired<HealthBlock>, 'actions'> & { actions?: WireAction[] };
export type WireChecklist = Wired<ChecklistBlock>;
export type WireMap = Omit<Wired<MapBlock>, 'to'> & { to?: WireLink };
export interface WireGroup extends Omit<Wired<GroupBlock>, 'blocks'> {
  blocks: WireBlock[];
}
export interface WireColumns {
  as: 'columns';
  blocks: WireBlock[][];
}

export type WireOverviewBlock =
  | WireTrends
  | WireFunnel
  | WireRanking
  | WireTimeline
  | WireStream
  | WireHealth
  | WireChecklist
  | WireMap
  | WireGroup
  | WireColumns;
