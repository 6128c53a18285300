import { Skeleton } from '@mantine/core';
import { IconChevronRight } from '@tabler/icons-react';
import { useState, type ReactNode } from 'react';
import type { WireFunnel } from '../../../core/contract/wire.ts';
import { formatNumber, formatPercent } from '../data/format.ts';
import { useSource } from '../data/use-source.ts';
import { useTexts } from '../text/texts.ts';
import { Bar } from './bar.tsx';
import { EmptyState } from './empty.tsx';
import { ErrorPanel } from './error-panel.tsx';
import styles from './funnel.module.css';
import { Panel } from './panel.tsx';

interface Step {
  title: string;
  count: number;
  share?: number | null;
  kept?: number | null;
  reasons?: { title: string; why?: string; count: number }[];
}

/** Steps one below the other, each with its share of the first and what it kept of the one before. */
export default function FunnelView({ block }: { block: WireFunnel }): ReactNode {
  const { data, error, refetch } = useSource<{ data: Step[] }>(block.source);
  if (error && !data) return <ErrorPanel error={error} retry={() => void refetch()} />;
  const steps = data?.data;
  const nothing = steps !== undefined && steps.every(({ count }) => count === 0);
  return (
    <Panel title={block.title}>
      {!steps ? (
        <ol className={styles.steps} aria-busy>
          {[1, 2, 3, 4].map((at) => (
            <li key={at}>
              <Skeleton height={44} radius={8} />
            </li>
          ))}
        </ol>
      ) : nothing ? (
        <EmptyState empty={block.empty} />
      ) : (
        <ol className={styles.steps}>
          {steps.map((step, at) => (
            <StepRow key={step.title} step={step} first={steps[0]!} before={steps[at - 1]} />
          ))}
        </ol>
      )}
    </Panel>
  );
}

const partOf = (count: number, whole: number): number => (whole > 0 ? (100 * count) / whole : 0);

function StepRow({ step, first, before }: { step: Step; first: Step; before: Step | undefined }): ReactNode {
  const t = useTexts();
  const [open, setOpen] = useState(false);
  const share = step.share ?? partOf(step.count, first.count);
  const kept = step.kept ?? (before ? partOf(step.count, before.count) : null);
  const reasons = step.reasons?.filter(({ count }) => count > 0) ?? [];
  const head = (
    <>
      <span className={styles.title}>{step.title}</span>
      <b>{formatNumber(step.count)}</b>
      <span className={styles.share}>{formatPercent(share)}</span>
    </>
  );
  return (
    <li>
      {reasons.length > 0 ? (
        <button type="button" className={styles.head} aria-expanded={open} onClick={() => setOpen(!open)}>
          <IconChevronRight size={14} className={styles.chevron} aria-hidden />
          {head}
        </button>
      ) : (
        <div className={styles.head}>{head}</div>
      )}
      <Bar percent={share} />
      {kept !== null && before && (
        <small className={styles.kept}>{t('ui.funnel.kept', { percent: formatPercent(kept), step: before.title })}</small>
      )}
      {open && (
        <ul className={styles.reasons}>
          {reasons.map(({ title, why, count }) => (
            <li key={title}>
              <span>
                {title}
                {why && <small>{why}</small>}
              </span>
              <b>{formatNumber(count)}</b>
            </li>
          ))}
        </ul>
      )}
    </li>
  );
}
