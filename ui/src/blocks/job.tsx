import '../mantine-later-styles.ts';
import { Progress, Text } from '@mantine/core';
import { useEffect, useRef, type ReactNode } from 'react';
import type { WireJob } from '../../../core/contract/wire.ts';
import { refreshData } from '../api/queries.ts';
import { fieldOf } from '../data/bindings.ts';
import { percentOf } from '../data/format.ts';
import { useSource } from '../data/use-source.ts';
import { notify } from '../shell/notify.ts';
import { Panel } from './panel.tsx';
import { ErrorPanel } from './error-panel.tsx';
import { useTexts } from '../text/texts.ts';

/** Long work: a percent that the server keeps, so it survives a reload; ends with a notice. */
export default function JobView({ block }: { block: WireJob }): ReactNode {
  const t = useTexts();
  const finished = useRef<boolean | null>(null);
  const first = useSource(block.source);
  const done = Boolean(fieldOf(first.data, block.done));
  // The same query again with a rhythm, until it says that it is done.
  useSource(block.source, { every: done ? false : Math.max(1_000, block.every) });
  useEffect(() => {
    if (!first.data) return;
    if (finished.current === false && done) {
      notify('good', t('ui.job.done'));
      void refreshData();
    }
    finished.current = done;
  }, [first.data, done, t]);
  if (first.error && !first.data) return <ErrorPanel error={first.error} retry={() => void first.refetch()} />;
  const percent = done ? 100 : percentOf(fieldOf(first.data, block.percent));
  return (
    <Panel>
      <Text fw={500} mb={8} aria-live="polite">
        {done ? t('ui.job.done') : t('ui.job.running', { percent: Math.round(percent) })}
      </Text>
      <Progress value={percent} animated={!done} size={8} aria-label={t('ui.job.progress')} />
    </Panel>
  );
}
