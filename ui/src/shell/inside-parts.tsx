import { Skeleton } from '@mantine/core';
import type { ComponentType, ReactNode } from 'react';
import type { WireOverviewBlock } from '../../../core/contract/wire.ts';
import { LazyIcon } from './lazy-icon.ts';
import { lazyPart, type LazyPart } from './lazy-part.ts';
import { Loading } from './loading.tsx';
import styles from './shell.module.css';

const inside = () => import('./inside.ts');
type Inside = Awaited<ReturnType<typeof inside>>;
type PropsOf<C> = C extends (props: infer P extends object) => ReactNode ? P : object;

/** Heights that blocks of overviews are likely to have. */
const OVERVIEW_HEIGHTS: Record<WireOverviewBlock['as'], number> = {
  trends: 132,
  funnel: 330,
  ranking: 330,
  timeline: 330,
  stream: 420,
  health: 300,
  checklist: 240,
  map: 420,
  group: 346,
  columns: 346,
};

const part = <N extends keyof Inside>(name: N, meanwhile?: (props: PropsOf<Inside[N]>) => ReactNode): LazyPart<PropsOf<Inside[N]>> =>
  lazyPart(async () => ({ default: (await inside())[name] as unknown as ComponentType<PropsOf<Inside[N]>> }), meanwhile);
const block = (height: number) => (): ReactNode => <Skeleton height={height} radius={12} />;

export const AppLayout = part('AppLayout', () => <Loading />);
export const ChartView = part('ChartView', block(346));
export const DetailView = part('DetailView', block(200));
export const OverviewView = part('OverviewView', ({ block: { as } }) => <Skeleton height={OVERVIEW_HEIGHTS[as]} radius={12} />);
export const PeriodFault = part('PeriodFault');
export const PeriodPicker = part('PeriodPicker', () => <div className={styles.periodPlace} />);
export const Rules = part('Rules');
export const Shortcuts = part('Shortcuts');
export const StatsView = part('StatsView', block(92));
export const TableView = part('TableView', block(320));

/** Fetches all of it. */
export const preloadInside = (): void => {
  for (const one of [
    AppLayout,
    ChartView,
    DetailView,
    LazyIcon,
    OverviewView,
    PeriodFault,
    PeriodPicker,
    Rules,
    Shortcuts,
    StatsView,
    TableView,
  ])
    void one.preload();
};
