import { VisuallyHidden } from '@mantine/core';
import { IconChevronRight } from '@tabler/icons-react';
import { useState, type ReactNode } from 'react';
import type { WireStream } from '../../../../../core/contract/wire.ts';
import { BindingProvider } from '../../../data/binding-context.tsx';
import { fieldOf, type Row } from '../../../data/bindings.ts';
import { StateBadge } from '../../../shell/severity.tsx';
import { Nested } from '../../nested.tsx';
import { Value } from '../../value.tsx';
import styles from './stream.module.css';

/** One row: what, its facts, how it stands and when; opens what the block says of it. */
export function StreamRow({ block, row, at, isFresh }: { block: WireStream; row: Row; at: string; isFresh: boolean }): ReactNode {
  const [open, setOpen] = useState(false);
  const state = block.state?.states[String(fieldOf(row, block.state.field))];
  const heading = <bdi>{String(fieldOf(row, block.heading) ?? '')}</bdi>;
  return (
    <BindingProvider row={row}>
      <li className={styles.row} data-fresh={isFresh || undefined} data-open={open || undefined}>
        {block.open ? (
          <button type="button" className={styles.heading} aria-expanded={open} onClick={() => setOpen(!open)}>
            <IconChevronRight size={14} className={styles.chevron} aria-hidden />
            {heading}
          </button>
        ) : (
          <span className={styles.heading}>{heading}</span>
        )}
        {block.facts.map((column) => (
          <span key={column.field} className={styles.fact} data-narrow={column.narrow}>
            <VisuallyHidden>{column.title}: </VisuallyHidden>
            <Value column={column} row={row} />
          </span>
        ))}
        <span className={styles.state}>{state && <StateBadge state={state} />}</span>
        <span className={styles.since}>
          <Value column={{ field: block.at, title: '', as: 'since' }} row={row} />
        </span>
        {open && block.open && (
          <div className={styles.opened}>
            <Nested blocks={block.open.blocks} at={at} />
          </div>
        )}
      </li>
    </BindingProvider>
  );
}
