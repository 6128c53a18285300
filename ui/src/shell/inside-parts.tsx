import { Skeleton } from '@mantine/core';
import type { ComponentType, ReactNode } from 'react';
import { LazyIcon } from './lazy-icon.ts';
import { lazyPart, type LazyPart } from './lazy-part.ts';
import { Loading } from './loading.tsx';

const inside = () => import('./inside.ts');
type Inside = Awaited<ReturnType<typeof inside>>;
type PropsOf<C> = C extends (props: infer P extends object) => ReactNode ? P : object;

const part = <N extends keyof Inside>(name: N, meanwhile?: () => ReactNode): LazyPart<PropsOf<Inside[N]>> =>
  lazyPart(async () => ({ default: (await inside())[name] as unknown as ComponentType<PropsOf<Inside[N]>> }), meanwhile);
const block = (height: number) => (): ReactNode => <Skeleton height={height} radius={12} />;

export const AppLayout = part('AppLayout', () => <Loading />);
export const DetailView = part('DetailView', block(200));
export const Shortcuts = part('Shortcuts');
export const StatsView = part('StatsView', block(92));
export const TableView = part('TableView', block(320));

/** Fetches all of it. */
export const preloadInside = (): void => {
  for (const one of [AppLayout, DetailView, LazyIcon, Shortcuts, StatsView, TableView]) void one.preload();
};
