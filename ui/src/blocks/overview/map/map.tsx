import { Anchor, Skeleton } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import { Link } from 'react-router-dom';
import type { WireMap } from '../../../../../core/contract/wire.ts';
import { fieldOf, type Row } from '../../../data/bindings.ts';
import { formatFigure, formatPercent } from '../../../data/format-overview.ts';
import { useLinkPath } from '../../../data/link.ts';
import { lazyPart } from '../../../shell/lazy-part.ts';
import { useTexts } from '../../../text/texts.ts';
import { SourcePanel } from '../source-panel.tsx';
import styles from './map.module.css';
import { nameOfPlace } from './place-names.ts';

export interface Place {
  place: string;
  value: number;
  /** As it is written. */
  shown: string;
}
const PLACEHOLDERS = 10;

const meanwhile = (): ReactNode => <Skeleton className={styles.picture} radius={8} />;
const Outlines = lazyPart(() => import('./outlines.tsx'), meanwhile);

/** The country by state: a picture, and the same figures in a table beside it. */
export function MapView({ block }: { block: WireMap }): ReactNode {
  return (
    <SourcePanel<{ data: Row[] }> title={block.title} source={block.source} empty={block.empty} isEmpty={({ data }) => data.length === 0}>
      {(answer) => (
        <div className={styles.room}>
          <Places block={block} rows={answer?.data} />
        </div>
      )}
    </SourcePanel>
  );
}

function Places({ block, rows }: { block: WireMap; rows: Row[] | undefined }): ReactNode {
  const t = useTexts();
  const [pointed, setPointed] = useState<string | null>(null);
  const pathOf = useLinkPath();
  const places = rows?.map((row) => ({ ...placeOf(block, row), path: pathOf(block.to, row) })).toSorted((a, b) => b.value - a.value);
  const total = places?.reduce((sum, { value }) => sum + value, 0) ?? 0;
  return (
    <div className={styles.map}>
      {places ? <Outlines places={places} title={block.value.title} pointed={pointed} onPoint={setPointed} /> : meanwhile()}
      {/* All of them: whoever cannot see the picture misses nothing. */}
      <div className={styles.scrolled} tabIndex={0} role="group" aria-label={block.title}>
        <table className={styles.list} aria-busy={!places}>
          <thead>
            <tr>
              <th scope="col">{t('ui.map.state')}</th>
              <th scope="col">{block.value.title}</th>
              <th scope="col">{t('ui.map.share')}</th>
            </tr>
          </thead>
          <tbody>
            {places
              ? places.map((one) => (
                  <tr
                    key={one.place}
                    data-pointed={one.place === pointed || undefined}
                    onPointerEnter={() => setPointed(one.place)}
                    onPointerLeave={() => setPointed(null)}
                  >
                    <th scope="row">
                      <PlaceName place={one.place} path={one.path} />
                    </th>
                    <td>
                      <bdi>{one.shown}</bdi>
                    </td>
                    <td className={styles.share}>{formatPercent(total > 0 ? (100 * one.value) / total : 0)}</td>
                  </tr>
                ))
              : Array.from({ length: PLACEHOLDERS }, (_unused, n) => (
                  <tr key={n}>
                    <td colSpan={3}>
                      <Skeleton height={14} my={4} />
                    </td>
                  </tr>
                ))}
          </tbody>
        </table>
      </div>
    </div>
  );
}

const PlaceName = ({ place, path }: { place: string; path: string | null }): ReactNode =>
  path ? (
    <Anchor component={Link} to={path}>
      <bdi>{nameOfPlace(place)}</bdi>
    </Anchor>
  ) : (
    <bdi>{nameOfPlace(place)}</bdi>
  );

function placeOf({ place, value: { field, as } }: WireMap, row: Row): Place {
  const value = Number(fieldOf(row, field)) || 0;
  return { place: String(fieldOf(row, place) ?? ''), value, shown: formatFigure(value, as) };
}
