import { CloseButton } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import type { WireNotice } from '../../../core/contract/wire.ts';
import { filled, holds } from '../data/bindings.ts';
import { ScopeProvider, useScope } from '../data/scope.tsx';
import { useSource } from '../data/use-source.ts';
import { ToneIcon } from '../shell/tone.tsx';
import { ActionButton } from './action-button.tsx';
import styles from './blocks.module.css';
import { useTexts } from '../text/texts.ts';

/** A message in the page; with a source it waits for the answer and says nothing if that fails. */
export function NoticeView({ block }: { block: WireNotice }): ReactNode {
  const t = useTexts();
  const scope = useScope();
  const { data } = useSource(block.source);
  const [closed, setClosed] = useState(false);
  const row = block.source ? data : (scope.row ?? {});
  if (closed || !row || !holds(block.when, row)) return null;
  return (
    <div className={styles.notice} data-tone={block.tone} role={block.tone === 'bad' || block.tone === 'warn' ? 'alert' : 'status'}>
      <ToneIcon tone={block.tone} />
      <p>{filled(block.text, row)}</p>
      {block.action && (
        <ScopeProvider row={row}>
          <ActionButton action={block.action} size={block.tone === 'neutral' ? 'compact-sm' : 'xs'} quiet={block.tone === 'neutral'} />
          {block.other && <ActionButton action={block.other} size="xs" quiet />}
        </ScopeProvider>
      )}
      {!block.stays && <CloseButton size="sm" aria-label={t('ui.close')} onClick={() => setClosed(true)} />}
    </div>
  );
}
