import { Skeleton, Tooltip, VisuallyHidden } from '@mantine/core';
import { IconArrowDownRight, IconArrowRight, IconArrowUpRight, IconInfoCircle } from '@tabler/icons-react';
import type { CSSProperties, ReactNode } from 'react';
import { Link } from 'react-router-dom';
import type { WireTrends } from '../../../../core/contract/wire.ts';
import { fieldOf, type Row } from '../../data/bindings.ts';
import { formatNumber } from '../../data/format.ts';
import { formatFigure, formatPercent } from '../../data/format-overview.ts';
import { useLinkPath } from '../../data/link.ts';
import { useTexts } from '../../text/texts.ts';
import { SourcePanel } from './source-panel.tsx';
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
export function TrendsView({ block }: { block: WireTrends }): ReactNode {
  return (
    <SourcePanel<Row> title={block.title} source={block.source} flush>
      {(answer) => <Tiles items={block.items} answer={answer} />}
    </SourcePanel>
  );
}

function Tiles({ items, answer }: { items: Item[]; answer: Row | undefined }): ReactNode {
  const tiles = items
    .map((item) => ({ item, figure: answer && figureOf(fieldOf(answer, item.field)) }))
    .filter((tile): tile is { item: Item; figure: Figure | undefined } => tile.figure !== null);
  // Until the answer is there, nobody knows whether it has lines; most have.
  const hasLines = tiles.some(({ figure }) => figure === undefined || figure?.line);
  return (
    <div className={styles.box}>
      <dl className={styles.grid} style={{ '--columns': columnsFor(tiles.length) } as CSSProperties} aria-busy={!answer}>
        {tiles.map(({ item, figure }) => (
          // Which figures there are is known with the answer: what stands in for them gives way to them, and does not become one of them elsewhere.
          <Tile key={answer ? item.field : `awaited ${item.field}`} item={item} figure={figure} hasLines={hasLines} />
        ))}
      </dl>
    </div>
  );
}

/** The most tiles that stand side by side. */
const WIDEST = 7;
/** How many are to stand in a row, so that rows are filled alike. */
const columnsFor = (tiles: number): number => Math.ceil(tiles / Math.max(1, Math.ceil(tiles / WIDEST)));

function Tile({ item, figure, hasLines }: { item: Item; figure: Figure | undefined; hasLines: boolean }): ReactNode {
  return (
    <div className={styles.tile}>
      <dt className={styles.label}>{figure ? <Label item={item} /> : <Skeleton height={12} width={90} my={4} />}</dt>
      <dd className={styles.value}>
        {figure ? <bdi>{formatFigure(figure.value, item.as)}</bdi> : <Skeleton height={24} width={96} my={4} />}
      </dd>
      <dd className={styles.note}>
        {figure ? (
          <>
            <Change item={item} figure={figure} />
            {figure.note && <bdi>{figure.note}</bdi>}
          </>
        ) : (
          <Skeleton height={12} width={110} my={4} />
        )}
      </dd>
      {hasLines && <dd className={styles.line}>{figure?.line && <Sparkline values={figure.line} filled />}</dd>}
    </div>
  );
}

function Label({ item }: { item: Item }): ReactNode {
  const path = useLinkPath()(item.to);
  return (
    <>
      {path ? (
        <Link to={path} className={styles.link ?? ''}>
          {item.title}
        </Link>
      ) : (
        item.title
      )}
      {item.help && <Help text={item.help} />}
    </>
  );
}

/** What a figure counts, for those who ask. */
const Help = ({ text }: { text: string }): ReactNode => (
  <Tooltip label={text} multiline maw={280} events={{ hover: true, focus: true, touch: true }}>
    <button type="button" className={styles.help} aria-label={text}>
      <IconInfoCircle size={14} aria-hidden />
    </button>
  </Tooltip>
);

/** How the figure differs from that of the time before: in percent, or in points where it is a percent itself. */
function Change({ item, figure: { value, before } }: { item: Item; figure: Figure }): ReactNode {
  const t = useTexts();
  if (before === undefined || before === null || value === null) return null;
  const difference = value - before;
  const direction = difference > 0 ? 'up' : difference < 0 ? 'down' : 'same';
  const Arrow = { up: IconArrowUpRight, down: IconArrowDownRight, same: IconArrowRight }[direction];
  const severity = !item.better || direction === 'same' ? 'neutral' : item.better === direction ? 'good' : 'bad';
  // Of nothing, anything is endlessly more: then only what it was is said.
  const amount =
    item.as === 'percent'
      ? t('ui.trend.points', { points: formatNumber(Math.abs(Math.round(difference * 10) / 10)) })
      : before === 0
        ? null
        : formatPercent(Math.abs((100 * difference) / before));
  return (
    <>
      {amount !== null && (
        <span className={styles.change} data-severity={severity}>
          <Arrow size={14} stroke={2} className={styles.arrow} aria-hidden />
          <VisuallyHidden>{t(`ui.trend.${direction}`)}</VisuallyHidden>
          <bdi>{amount}</bdi>
        </span>
      )}
      <span>{t('ui.trend.before', { value: formatFigure(before, item.as) })}</span>
    </>
  );
}
