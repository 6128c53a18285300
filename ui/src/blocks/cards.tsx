import { Skeleton, Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import type { WireCards } from '../../../core/contract/wire.ts';
import { fieldOf, type Row } from '../data/bindings.ts';
import { BindingProvider } from '../data/binding-context.tsx';
import { useSource } from '../data/use-source.ts';
import { Icon } from '../shell/icon.tsx';
import { StateBadge } from '../shell/severity.tsx';
import { ActionButton } from './action-button.tsx';
import styles from './cards.module.css';
import { EmptyState } from './empty.tsx';
import { ErrorPanel } from './error-panel.tsx';

/** A catalogue as cards. */
export default function CardsView({ block }: { block: WireCards }): ReactNode {
  const { data, error, refetch } = useSource<{ data: Row[] }>(block.source);
  if (error && !data) return <ErrorPanel error={error} retry={() => void refetch()} />;
  return (
    <section className={styles.cards} aria-label={block.title}>
      {block.title && <Title order={2}>{block.title}</Title>}
      {data && !data.data.length ? (
        <EmptyState empty={block.empty} />
      ) : (
        <ul className={styles.grid}>
          {data
            ? data.data.map((row) => <Card key={String(fieldOf(row, block.key))} block={block} row={row} />)
            : [1, 2, 3].map((at) => <Skeleton key={at} component="li" height={168} radius={12} />)}
        </ul>
      )}
    </section>
  );
}

function Card({ block, row }: { block: WireCards; row: Row }): ReactNode {
  const heading = String(fieldOf(row, block.heading) ?? '');
  const text = fieldOf(row, block.text);
  const state = block.state?.states[String(fieldOf(row, block.state.field))];
  return (
    <li className={styles.card}>
      <div className={styles.head}>
        <span className={styles.mark} aria-hidden>
          {block.iconField ? <Icon name={String(fieldOf(row, block.iconField))} size={20} /> : heading.slice(0, 1).toUpperCase()}
        </span>
        <Title order={2} className={styles.heading ?? ''}>
          {heading}
        </Title>
        {state && <StateBadge state={state} />}
      </div>
      <Text c="dimmed" className={styles.text ?? ''}>
        {text === null || text === undefined ? '' : String(text)}
      </Text>
      {block.actions?.length ? (
        <BindingProvider row={row}>
          <div className={styles.actions}>
            {block.actions.map((action) => (
              <ActionButton key={action.id} action={action} />
            ))}
          </div>
        </BindingProvider>
      ) : null}
    </li>
  );
}
