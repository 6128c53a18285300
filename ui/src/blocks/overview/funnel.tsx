import { Anchor, Button, Skeleton, VisuallyHidden } from '@mantine/core';
import { IconChevronRight } from '@tabler/icons-react';
import { useState, type ReactNode } from 'react';
import { Link } from 'react-router-dom';
import type { WireFunnel } from '../../../../core/contract/wire.ts';
import { fieldOf, holds, type Row } from '../../data/bindings.ts';
import { formatNumber } from '../../data/format.ts';
import { formatPercent } from '../../data/format-overview.ts';
import { useLinkPath } from '../../data/link.ts';
import { useTexts } from '../../text/texts.ts';
import { Bar } from './bar.tsx';
import styles from './funnel.module.css';
import { SourcePanel } from './source-panel.tsx';

interface Step extends Row {
  title: string;
  count: number;
  share?: number | null;
  kept?: number | null;
  reasons?: Reason[];
}
/** What else the answer says of it is for the block's links. */
type Reason = Row & { title: string; why?: string; count: number };

/** Steps one below the other, each with its share of the first and what it kept of the one before. */
export function FunnelView({ block }: { block: WireFunnel }): ReactNode {
  return (
    <SourcePanel<{ data: Step[] }>
      title={block.title}
      source={block.source}
      empty={block.empty}
      isEmpty={({ data }) => data.every(({ count }) => count === 0)}
    >
      {(answer) => (
        <ol className={styles.steps} aria-busy={!answer}>
          {answer
            ? answer.data.map((step, at) => (
                <StepRow
                  key={step.title}
                  block={block}
                  step={step}
                  first={answer.data[0]!}
                  before={answer.data[at - 1]}
                  indented={answer.data.some(opens)}
                />
              ))
            : [1, 2, 3, 4].map((at) => (
                <li key={at}>
                  <Skeleton height={at > 1 ? 58 : 36} radius={8} />
                </li>
              ))}
        </ol>
      )}
    </SourcePanel>
  );
}

const opens = ({ reasons }: Step): boolean => (reasons?.length ?? 0) > 0;
const partOf = (count: number, whole: number): number => (whole > 0 ? (100 * count) / whole : 0);

interface StepProps {
  block: WireFunnel;
  step: Step;
  first: Step;
  before: Step | undefined;
  /** Other steps open: the names stand below each other. */
  indented: boolean;
}

function StepRow({ block, step, first, before, indented }: StepProps): ReactNode {
  const t = useTexts();
  const [open, setOpen] = useState(block.open ?? false);
  const share = step.share ?? partOf(step.count, first.count);
  const kept = step.kept ?? (before ? partOf(step.count, before.count) : null);
  const reasons = step.reasons ?? [];
  const pathOf = useLinkPath();
  const list = step.count > 0 ? pathOf(block.lists?.links[String(fieldOf(step, block.lists.field))], step) : null;
  const head = (
    <>
      {reasons.length > 0 ? (
        <IconChevronRight size={14} className={styles.chevron} aria-hidden />
      ) : (
        indented && <span className={styles.chevron} />
      )}
      <span className={styles.title}>
        <bdi>{step.title}</bdi>
      </span>
      <b>{formatNumber(step.count)}</b>
      <span className={styles.share}>{formatPercent(share)}</span>
    </>
  );
  return (
    <li>
      {reasons.length > 0 ? (
        <button type="button" className={styles.head} aria-expanded={open} onClick={() => setOpen(!open)}>
          {head}
        </button>
      ) : (
        <div className={styles.head}>{head}</div>
      )}
      <Bar percent={share} />
      {(list || (kept !== null && before)) && (
        <small className={styles.kept}>
          {kept !== null && before && t('ui.funnel.kept', { percent: formatPercent(kept), step: before.title })}{' '}
          {list && (
            <Anchor component={Link} to={list} size="xs" underline="always">
              {t('ui.funnel.behind', { reason: step.title })}
            </Anchor>
          )}
        </small>
      )}
      {open && reasons.length > 0 && (
        <ul className={styles.reasons}>
          {reasons.map((reason) => (
            <ReasonRow key={reason.title} block={block} reason={reason} />
          ))}
        </ul>
      )}
    </li>
  );
}

/** Why some did not get further: how many, which leads to the list of them, and what can be changed about it. */
function ReasonRow({ block: { behind, remedies }, reason }: { block: WireFunnel; reason: Reason }): ReactNode {
  const t = useTexts();
  const pathOf = useLinkPath();
  const list = behind && holds(behind.when, reason) ? pathOf(behind.to, reason) : null;
  const remedy = remedies?.links[String(fieldOf(reason, remedies.field))];
  const place = pathOf(remedy?.to, reason);
  const { title, why, count } = reason;
  return (
    <li>
      <span>
        <bdi>{title}</bdi>
        {why && (
          <small>
            <bdi>{why}</bdi>
          </small>
        )}
        {remedy && place && (
          <Button component={Link} to={place} size="compact-sm" variant="default" mt={6}>
            {remedy.title}
          </Button>
        )}
      </span>
      {list ? (
        <Anchor component={Link} to={list}>
          <b>{formatNumber(count)}</b>
          <VisuallyHidden> {t('ui.funnel.behind', { reason: title })}</VisuallyHidden>
        </Anchor>
      ) : (
        <b>{formatNumber(count)}</b>
      )}
    </li>
  );
}
