import { Skeleton } from '@mantine/core';
import type { ReactNode } from 'react';
import type { WireDetail } from '../../../core/contract/wire.ts';
import { ScopeProvider } from '../data/scope.tsx';
import { useSource } from '../data/use-source.ts';
import { ActionButton } from './action-button.tsx';
import styles from './blocks.module.css';
import { Panel } from './panel.tsx';
import { Trouble } from './trouble.tsx';
import { Value } from './value.tsx';

/** The fields of one thing, name beside value. */
export function DetailView({ block }: { block: WireDetail }): ReactNode {
  const { data, error, refetch } = useSource(block.source);
  if (error && !data) return <Trouble error={error} retry={() => void refetch()} />;
  return (
    <ScopeProvider row={data ?? null}>
      <Panel
        title={block.title}
        tools={data && block.actions?.length ? block.actions.map((action) => <ActionButton key={action.id} action={action} />) : undefined}
      >
        <dl className={styles.detail}>
          {block.fields.map((field) => (
            <div key={field.field} className={styles.detailRow}>
              <dt>{field.title}</dt>
              <dd>{data ? <Value column={field} row={data} /> : <Skeleton height={14} width={140} my={4} />}</dd>
            </div>
          ))}
        </dl>
      </Panel>
    </ScopeProvider>
  );
}
