import { Skeleton } from '@mantine/core';
import { useEffect, useMemo, useRef, useState, type ReactNode } from 'react';
import type { WireForm } from '../../../core/contract/wire.ts';
import { AnsweredContext } from '../data/answered.ts';
import { FormView } from '../forms/form-view.tsx';
import styles from './blocks.module.css';
import { Nested } from './nested.tsx';
import { lazyPart } from '../shell/lazy-part.ts';
import { Panel } from './panel.tsx';

const FormSections = lazyPart(
  () => import('./form-sections.tsx'),
  () => <Skeleton height={420} radius={12} />,
);

/** A form; one that asks something has the answer beneath it, until it is asked again. */
export function FormBlockView({ block, at }: { block: WireForm; at: string }): ReactNode {
  const { title, form, prefill, fixed, after, done, failed, answer: shown } = block;
  const [answer, setAnswer] = useState<unknown>(null);
  const given = useMemo(() => ({ answer }), [answer]);
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (answer !== null) place.current?.scrollIntoView({ behavior: 'smooth', block: 'nearest' });
  }, [answer]);
  const asked = (
    <Panel title={title}>
      <FormView
        form={form}
        prefill={prefill}
        fixed={fixed}
        after={after}
        done={done}
        failed={failed}
        onAnswer={shown ? setAnswer : undefined}
      />
    </Panel>
  );
  if (block.sections) return <FormSections block={block} />;
  if (!shown) return asked;
  return (
    <div className={styles.blocks}>
      {asked}
      <div ref={place} aria-live="polite">
        {answer !== null && (
          <AnsweredContext value={given}>
            <Nested blocks={shown} at={`${at}.answer`} />
          </AnsweredContext>
        )}
      </div>
    </div>
  );
}
