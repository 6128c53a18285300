import { Anchor, Button, Skeleton } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import { Link } from 'react-router-dom';
import type { Severity } from '../../../../core/contract/page.ts';
import type { WireHealth } from '../../../../core/contract/wire.ts';
import { BindingProvider } from '../../data/binding-context.tsx';
import { fieldOf, type Row } from '../../data/bindings.ts';
import { useLinkPath, useOpenAddress } from '../../data/link.ts';
import { SeverityIcon, StateBadge } from '../../shell/severity.tsx';
import { useTexts } from '../../text/texts.ts';
import { ActionButton } from '../action-button.tsx';
import { Since } from '../since.tsx';
import { HealthParts, partsOf } from './health-parts.tsx';
import styles from './health.module.css';
import { SourcePanel } from './source-panel.tsx';

const ORDER: readonly Severity[] = ['bad', 'warn', 'info', 'neutral', 'good'];
const said = (row: Row, field: string | undefined): string => (field === undefined ? '' : String(fieldOf(row, field) ?? ''));

/** Things and whether they work, worst first. */
export function HealthView({ block }: { block: WireHealth }): ReactNode {
  const { help, action } = block.empty;
  const isWell = ({ data }: { data: Row[] }): boolean => data.length === 0;
  // With a title alone, an empty list is good news, and takes no more room than that.
  const empty = help || action ? { empty: block.empty, isEmpty: isWell } : {};
  return (
    <SourcePanel<{ data: Row[] }> title={block.title} source={block.source} {...empty}>
      {(answer) =>
        answer && isWell(answer) ? (
          <p className={styles.well}>
            <SeverityIcon severity="good" size={18} /> {block.empty.title}
          </p>
        ) : (
          <HealthRows block={block} rows={answer?.data} />
        )
      }
    </SourcePanel>
  );
}

function HealthRows({ block, rows }: { block: WireHealth; rows: Row[] | undefined }): ReactNode {
  const t = useTexts();
  const [all, setAll] = useState(false);
  const rank = (row: Row): number => ORDER.indexOf(block.state.states[said(row, block.state.field)]?.severity ?? 'neutral');
  const ranked = rows?.toSorted((a, b) => rank(a) - rank(b));
  const shown = all ? ranked : ranked?.slice(0, block.most);
  return (
    <>
      <ul className={styles.rows} aria-busy={!rows}>
        {shown
          ? shown.map((row) => <HealthRow key={said(row, block.key)} block={block} row={row} />)
          : [1, 2, 3, 4].map((at) => (
              <li key={at} className={styles.row}>
                <Skeleton className={styles.placeholder ?? ''} height={40} radius={8} />
              </li>
            ))}
      </ul>
      {ranked && shown && ranked.length > shown.length && (
        <Button variant="subtle" size="compact-md" onClick={() => setAll(true)}>
          {t('ui.health.all', { total: ranked.length })}
        </Button>
      )}
    </>
  );
}

function HealthRow({ block, row }: { block: WireHealth; row: Row }): ReactNode {
  const path = useLinkPath()(block.to, row);
  const state = block.state.states[said(row, block.state.field)];
  const text = said(row, block.text);
  const remedy = block.remedy === undefined ? null : fieldOf(row, block.remedy);
  const leads = useOpenAddress()(fieldOf(remedy, 'address'));
  const since = block.since === undefined ? undefined : fieldOf(row, block.since);
  const total = block.count === undefined ? 0 : Number(fieldOf(row, block.count));
  const parts = block.parts === undefined ? [] : partsOf(fieldOf(row, block.parts));
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
          {Boolean(text || since) && (
            <small>
              {text} {since ? <Since value={since} /> : null}
            </small>
          )}
          {parts.length > 0 && <HealthParts parts={parts} total={total} />}
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
