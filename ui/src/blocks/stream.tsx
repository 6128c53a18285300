import { Button, Collapse, Skeleton } from '@mantine/core';
import { IconChevronRight } from '@tabler/icons-react';
import { useState, type ReactNode } from 'react';
import type { WireStream } from '../../../core/contract/wire.ts';
import { BindingProvider } from '../data/binding-context.tsx';
import { fieldOf, type Row } from '../data/bindings.ts';
import { StateBadge } from '../shell/severity.tsx';
import { useTexts } from '../text/texts.ts';
import { EmptyState } from './empty.tsx';
import { ErrorPanel } from './error-panel.tsx';
import { Nested } from './nested.tsx';
import { Panel } from './panel.tsx';
import styles from './stream.module.css';
import { useStream } from './use-stream.ts';
import { Value } from './value.tsx';

const said = (row: Row, field: string): string => String(fieldOf(row, field) ?? '');

/** A list that grows at its head while one looks. */
export default function StreamView({ block, at }: { block: WireStream; at: string }): ReactNode {
  const t = useTexts();
  const { rows, error, retry, more, loading } = useStream(block, {});
  if (error && !rows) return <ErrorPanel error={error} retry={retry} />;
  return (
    <Panel title={block.title} flush>
      {!rows ? (
        <div className={styles.loading}>
          {[1, 2, 3, 4, 5, 6].map((n) => (
            <Skeleton key={n} height={36} radius={8} />
          ))}
        </div>
      ) : rows.length === 0 ? (
        <EmptyState empty={block.empty} />
      ) : (
        <ol className={styles.rows}>
          {rows.map((row) => (
            <StreamRow key={said(row, block.key)} block={block} row={row} at={`${at}.${said(row, block.key)}`} />
          ))}
        </ol>
      )}
      {more && (
        <div className={styles.more}>
          <Button variant="subtle" size="compact-md" loading={loading} onClick={more}>
            {t('ui.stream.more')}
          </Button>
        </div>
      )}
    </Panel>
  );
}

function StreamRow({ block, row, at }: { block: WireStream; row: Row; at: string }): ReactNode {
  const [open, setOpen] = useState(false);
  const state = block.state?.states[said(row, block.state.field)];
  const heading = said(row, block.heading);
  return (
    <BindingProvider row={row}>
      <li className={styles.row}>
        <div className={styles.line}>
          {block.open ? (
            <button type="button" className={styles.heading} aria-expanded={open} onClick={() => setOpen(!open)}>
              <IconChevronRight size={14} className={styles.chevron} aria-hidden />
              <bdi>{heading}</bdi>
            </button>
          ) : (
            <span className={styles.heading}>
              <bdi>{heading}</bdi>
            </span>
          )}
          {block.facts.map((column) => (
            <span key={column.field} className={styles.fact} title={column.title}>
              <Value column={column} row={row} />
            </span>
          ))}
          {state && <StateBadge state={state} />}
          <span className={styles.since}>
            <Value column={{ field: block.at, title: '', as: 'since' }} row={row} />
          </span>
        </div>
        {block.open && (
          <Collapse expanded={open} keepMounted={false}>
            <div className={styles.opened}>
              <Nested blocks={block.open.blocks} at={at} />
            </div>
          </Collapse>
        )}
      </li>
    </BindingProvider>
  );
}
