import { Anchor, Button, CloseButton } from '@mantine/core';
import { IconCircle, IconCircleCheckFilled } from '@tabler/icons-react';
import { useId, useState, type ReactNode } from 'react';
import { Link } from 'react-router-dom';
import type { WireChecklist } from '../../../../core/contract/wire.ts';
import { fillPath, queryString } from '../../api/url.ts';
import { useBindings } from '../../data/binding-context.tsx';
import type { Row } from '../../data/bindings.ts';
import { insidePath } from '../../data/navigate.ts';
import { asked, useSource } from '../../data/use-source.ts';
import { session } from '../../session.ts';
import { useActor } from '../../shell/bootstrap.tsx';
import { useTexts } from '../../text/texts.ts';
import { ErrorPanel } from '../error-panel.tsx';
import { Panel } from '../panel.tsx';
import { Bar } from './bar.tsx';
import styles from './checklist.module.css';

interface Step {
  id: string;
  title: string;
  help?: string | null;
  done: boolean;
  address?: string | null;
}

/** Steps that the data ticks; when all are done it says so until it is put away. */
export function ChecklistView({ block }: { block: WireChecklist }): ReactNode {
  const t = useTexts();
  const context = useBindings();
  const person = useActor()?.id ?? 0;
  const { params, query } = asked(block.source, context);
  const address = fillPath(block.source.call, params) + queryString(query);
  const { data, error, refetch } = useSource<{ data: Step[] } & Row>(block.source);
  const [putAway, setPutAway] = useState(false);
  const steps = data?.data;
  if (!steps) {
    // Most people are long done with it: nothing holds its place.
    if (!error) return null;
    return (
      <Panel title={block.title}>
        <ErrorPanel error={error} retry={() => void refetch()} />
      </Panel>
    );
  }
  const count = steps.length;
  const done = steps.filter((step) => step.done).length;
  if (done < count) {
    const isBegun = block.begun !== undefined && data[block.begun.field] === true;
    return <Steps title={isBegun ? block.begun!.title : block.title} steps={steps} done={done} closes={isBegun} />;
  }
  if (count === 0 || putAway || session.dismissedBy(person).includes(address)) return null;
  const dismiss = (): void => {
    session.rememberDismissed(person, address);
    setPutAway(true);
  };
  return (
    <Panel title={block.title} tools={<CloseButton aria-label={t('ui.close')} onClick={dismiss} />}>
      <p className={styles.done} role="status">
        <IconCircleCheckFilled size={20} className={styles.tick} aria-hidden />
        {block.done}
      </p>
    </Panel>
  );
}

function Steps({ title, steps, done, closes }: { title: string; steps: Step[]; done: number; closes: boolean }): ReactNode {
  const t = useTexts();
  const id = useId();
  const [open, setOpen] = useState(!closes);
  const count = <span className={styles.count}>{t('ui.checklist.of', { done, count: steps.length })}</span>;
  const tools = closes ? (
    <>
      {count}
      <Button variant="default" size="compact-md" aria-expanded={open} aria-controls={id} onClick={() => setOpen(!open)}>
        {t(open ? 'ui.checklist.close' : 'ui.checklist.show')}
      </Button>
    </>
  ) : (
    count
  );
  return (
    <Panel title={title} tools={tools}>
      <Bar percent={(100 * done) / steps.length} severity="good" />
      <ol id={id} className={styles.steps} hidden={!open}>
        {steps.map((step) => (
          <StepRow key={step.id} step={step} />
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
            <bdi>{step.title}</bdi>
          </Anchor>
        ) : (
          <bdi className={styles.title}>{step.title}</bdi>
        )}
        {step.help && !step.done && (
          <small>
            <bdi>{step.help}</bdi>
          </small>
        )}
      </div>
    </li>
  );
}
