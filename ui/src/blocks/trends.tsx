import { Skeleton, VisuallyHidden } from '@mantine/core';
import { IconArrowDownRight, IconArrowRight, IconArrowUpRight } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import type { WireTrends } from '../../../core/contract/wire.ts';
import { fieldOf } from '../data/bindings.ts';
import { formatFigure, formatPercent } from '../data/format.ts';
import { useLinkPath } from '../data/link.ts';
import { useSource } from '../data/use-source.ts';
import { useTexts } from '../text/texts.ts';
import { ErrorPanel } from './error-panel.tsx';
import { Panel } from './panel.tsx';
import { Sparkline } from './sparkline.tsx';
import styles from './trends.module.css';

type Item = WireTrends['items'][number];
interface Figure {
  value: number | null;
  before?: number | null;
  line?: number[];
  note?: string;
}

/** A field of the answer as a figure; null where there is none. */
function figureOf(value: unknown): Figure | null {
  if (value === null || value === undefined) return null;
  return typeof value === 'object' ? (value as Figure) : { value: Number(value) };
}

/** Figures side by side, each with how it changed. */
export default function TrendsView({ block }: { block: WireTrends }): ReactNode {
  const { data, error, refetch } = useSource(block.source);
  if (error && !data) return <ErrorPanel error={error} retry={() => void refetch()} />;
  const items = block.items.map((item) => ({ item, figure: data ? figureOf(fieldOf(data, item.field)) : undefined }));
  const tiles = (
    <dl className={styles.grid}>
      {items.map(({ item, figure }) => (figure === null ? null : <Tile key={item.field} item={item} figure={figure} />))}
    </dl>
  );
  return block.title ? (
    <Panel title={block.title} flush>
      {tiles}
    </Panel>
  ) : (
    <div className={styles.box}>{tiles}</div>
  );
}

function Tile({ item, figure }: { item: Item; figure: Figure | undefined }): ReactNode {
  const path = useLinkPath()(item.to);
  return (
    <div className={styles.tile}>
      <dt className={styles.label} title={item.help}>
        {path ? (
          <Link to={path} className={styles.link ?? ''}>
            {item.title}
          </Link>
        ) : (
          item.title
        )}
      </dt>
      {figure ? (
        <>
          <dd className={styles.value}>
            <bdi>{formatFigure(figure.value, item.as)}</bdi>
            <Change item={item} figure={figure} />
          </dd>
          {figure.note && <dd className={styles.note}>{figure.note}</dd>}
          <dd className={styles.line} aria-hidden>
            {figure.line && <Sparkline values={figure.line} filled />}
          </dd>
        </>
      ) : (
        <dd className={styles.value}>
          <Skeleton height={26} width={96} my={3} />
        </dd>
      )}
    </div>
  );
}

/** How the figure differs from that of the time before: in percent, or in points where it is a percent itself. */
function Change({ item, figure: { value, before } }: { item: Item; figure: Figure }): ReactNode {
  const t = useTexts();
  if (before === undefined || before === null || value === null) return null;
  const difference = value - before;
  const direction = difference > 0 ? 'up' : difference < 0 ? 'down' : 'same';
  const Arrow = { up: IconArrowUpRight, down: IconArrowDownRight, same: IconArrowRight }[direction];
  const tone = !item.better || direction === 'same' ? 'neutral' : item.better === direction ? 'good' : 'bad';
  const amount = Math.abs(item.as === 'percent' ? difference : (100 * difference) / Math.abs(before));
  const shown = item.as === 'percent' ? t('ui.trend.points', { points: formatPercent(amount).replace('%', '') }) : formatPercent(amount);
  const was = formatFigure(before, item.as);
  return (
    <span className={styles.change} data-severity={tone} title={t('ui.trend.before', { value: was })}>
      <Arrow size={14} stroke={2} aria-hidden />
      <VisuallyHidden>{t(`ui.trend.${direction}`, { value: was })}</VisuallyHidden>
      {before !== 0 && <bdi>{shown}</bdi>}
    </span>
  );
}
