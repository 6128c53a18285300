import { Anchor, Button, Skeleton } from '@mantine/core';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import type { Severity } from '../../../../core/contract/page.ts';
import type { WireHealth } from '../../../../core/contract/wire.ts';
import { BindingProvider } from '../../data/binding-context.tsx';
import { fieldOf, type Row } from '../../data/bindings.ts';
import { useLinkPath } from '../../data/link.ts';
import { insidePath } from '../../data/navigate.ts';
import { SeverityIcon, StateBadge } from '../../shell/severity.tsx';
import { ActionButton } from '../action-button.tsx';
import styles from './health.module.css';
import { SourcePanel } from './source-panel.tsx';

const ORDER: readonly Severity[] = ['bad', 'warn', 'info', 'neutral', 'good'];
const said = (row: Row, field: string | undefined): string => (field === undefined ? '' : String(fieldOf(row, field) ?? ''));

/** Things and whether they work, worst first. */
export function HealthView({ block }: { block: WireHealth }): ReactNode {
  const rank = (row: Row): number => ORDER.indexOf(block.state.states[said(row, block.state.field)]?.severity ?? 'neutral');
  return (
    <SourcePanel<{ data: Row[] }> title={block.title} source={block.source} empty={block.empty} isEmpty={({ data }) => data.length === 0}>
      {(answer) => (
        <ul className={styles.rows} aria-busy={!answer}>
          {answer
            ? answer.data
                .toSorted((a, b) => rank(a) - rank(b))
                .map((row) => <HealthRow key={said(row, block.key)} block={block} row={row} />)
            : [1, 2, 3, 4].map((at) => (
                <li key={at} className={styles.row}>
                  <Skeleton className={styles.placeholder ?? ''} height={40} radius={8} />
                </li>
              ))}
        </ul>
      )}
    </SourcePanel>
  );
}

function HealthRow({ block, row }: { block: WireHealth; row: Row }): ReactNode {
  const path = useLinkPath()(block.to, row);
  const state = block.state.states[said(row, block.state.field)];
  const text = said(row, block.text);
  const remedy = block.remedy === undefined ? null : fieldOf(row, block.remedy);
  const leads = insidePath(fieldOf(remedy, 'address'));
  return (
    <BindingProvider row={row}>
      <li className={styles.row}>
        <SeverityIcon severity={state?.severity ?? 'neutral'} size={18} />
        <div className={styles.words}>
          <span className={styles.name}>
            {path ? (
              <Anchor component={Link} to={path} size="md" fw={500}>
                <bdi>{said(row, block.name)}</bdi>
              </Anchor>
            ) : (
              <bdi>{said(row, block.name)}</bdi>
            )}
            {state && <StateBadge state={state} />}
          </span>
          {text && (
            <small>
              <bdi>{text}</bdi>
            </small>
          )}
        </div>
        <div className={styles.tools}>
          {leads && (
            <Button component={Link} to={leads} size="compact-md" variant="default">
              {String(fieldOf(remedy, 'title') ?? '')}
            </Button>
          )}
          {block.actions?.map((action) => (
            <ActionButton key={action.id} action={action} size="compact-md" />
          ))}
        </div>
      </li>
    </BindingProvider>
  );
}
