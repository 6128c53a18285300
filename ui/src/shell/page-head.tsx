import '../mantine-later-styles.ts';
import { Skeleton, Title, VisuallyHidden } from '@mantine/core';
import { useEffect, type ReactNode } from 'react';
import type { WireHead } from '../../../core/contract/wire.ts';
import { HeadActions } from '../blocks/head-actions.tsx';
import { ErrorPanel } from '../blocks/error-panel.tsx';
import { Value } from '../blocks/value.tsx';
import { BindingProvider } from '../data/binding-context.tsx';
import { fieldOf, type Row } from '../data/bindings.ts';
import { useSource } from '../data/use-source.ts';
import { useBootstrap } from './bootstrap.tsx';
import styles from './page-head.module.css';
import { StateBadge } from './severity.tsx';

interface Props {
  head: WireHead;
  /** Stands in for the name while there is none. */
  title: string;
  /** What explains the page, beside its name. */
  tools: ReactNode;
  /** The choice of its days. */
  period: ReactNode;
}

/** The head of a page about one thing: its name, how it stands, and what can be done to it. */
export default function PageHead({ head, title, tools, period }: Props): ReactNode {
  const { brand } = useBootstrap();
  const { data, error, refetch } = useSource<Row>(head.source);
  const name = data ? String(fieldOf(data, head.heading) ?? title) : '';
  const state = data && head.state?.states[String(fieldOf(data, head.state.field))];
  const note = data && head.state?.note ? fieldOf(data, head.state.note) : null;
  useEffect(() => {
    if (name) document.title = [name, brand.name].filter(Boolean).join(' · ');
  }, [name, brand.name]);
  return (
    <BindingProvider row={data ?? null}>
      <header className={styles.head}>
        <div className={styles.line}>
          <Title order={1}>
            {error && !data
              ? title
              : name || (
                  <>
                    <VisuallyHidden>{title}</VisuallyHidden>
                    <Skeleton height={22} width={220} my={4} />
                  </>
                )}
          </Title>
          {state && <StateBadge state={state} />}
          {tools}
          <div className={styles.actions}>
            {period}
            {data && head.actions && <HeadActions actions={head.actions} row={data} />}
          </div>
        </div>
        {typeof note === 'string' && note && (
          <p className={styles.note}>
            <bdi>{note}</bdi>
          </p>
        )}
        {head.facts && (
          <dl className={styles.facts}>
            {head.facts.map((column) => (
              <div key={column.field}>
                <dt>{column.title}</dt>
                <dd>{data ? <Value column={column} row={data} /> : <Skeleton height={14} width={64} my={4} />}</dd>
              </div>
            ))}
          </dl>
        )}
        {error && !data && <ErrorPanel error={error} retry={() => void refetch()} />}
      </header>
    </BindingProvider>
  );
}
