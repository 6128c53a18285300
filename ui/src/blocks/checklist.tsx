import { Anchor, CloseButton, Skeleton } from '@mantine/core';
import { IconCircle, IconCircleCheckFilled } from '@tabler/icons-react';
import { useState, type ReactNode } from 'react';
import { Link } from 'react-router-dom';
import type { WireChecklist } from '../../../core/contract/wire.ts';
import { insidePath } from '../data/navigate.ts';
import { useSource } from '../data/use-source.ts';
import { useTexts } from '../text/texts.ts';
import { Bar } from './bar.tsx';
import styles from './checklist.module.css';
import { ErrorPanel } from './error-panel.tsx';
import { Panel } from './panel.tsx';

interface Step {
  id: string;
  title: string;
  help?: string | null;
  done: boolean;
  address?: string | null;
}

/** Steps that the data ticks; when all are done it says so until it is dismissed. */
export default function ChecklistView({ block }: { block: WireChecklist }): ReactNode {
  const t = useTexts();
  const { data, error, refetch } = useSource<{ data: Step[] }>(block.source);
  const [dismissed, setDismissed] = useState(false);
  if (error && !data) return <ErrorPanel error={error} retry={() => void refetch()} />;
  const steps = data?.data;
  const done = steps?.filter((step) => step.done).length ?? 0;
  const count = steps?.length ?? 0;
  if (steps && (count === 0 || (done === count && dismissed))) return null;
  if (steps && done === count)
    return (
      <Panel title={block.title} tools={<CloseButton aria-label={t('ui.close')} onClick={() => setDismissed(true)} />}>
        <p className={styles.done} role="status">
          <IconCircleCheckFilled size={20} className={styles.tick} aria-hidden />
          {block.done}
        </p>
      </Panel>
    );
  return (
    <Panel title={block.title} tools={<span className={styles.count}>{steps ? t('ui.checklist.of', { done, count }) : ' '}</span>}>
      <Bar percent={count > 0 ? (100 * done) / count : 0} severity="good" />
      <ol className={styles.steps} aria-busy={!steps}>
        {steps
          ? steps.map((step) => <StepRow key={step.id} step={step} />)
          : [1, 2, 3, 4].map((at) => (
              <li key={at} className={styles.step}>
                <Skeleton height={24} radius={8} />
              </li>
            ))}
      </ol>
    </Panel>
  );
}

function StepRow({ step }: { step: Step }): ReactNode {
  const t = useTexts();
  const path = step.done ? null : insidePath(step.address);
  const Mark = step.done ? IconCircleCheckFilled : IconCircle;
  return (
    <li className={styles.step} data-done={step.done || undefined}>
      <Mark
        size={20}
        className={step.done ? styles.tick : styles.open}
        role="img"
        aria-label={t(step.done ? 'ui.checklist.done' : 'ui.checklist.open')}
      />
      <div>
        {path ? (
          <Anchor component={Link} to={path} size="md" fw={500}>
            {step.title}
          </Anchor>
        ) : (
          <span className={styles.title}>{step.title}</span>
        )}
        {step.help && !step.done && <small>{step.help}</small>}
      </div>
    </li>
  );
}
