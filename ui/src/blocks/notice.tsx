import { CloseButton } from '@mantine/core';
import { useEffect, useState, type ReactNode } from 'react';
import type { WireNotice } from '../../../core/contract/wire.ts';
import { filled, holds } from '../data/bindings.ts';
import { BindingProvider, useBindings } from '../data/binding-context.tsx';
import { useSource } from '../data/use-source.ts';
import { SeverityIcon } from '../shell/severity.tsx';
import { ActionButton } from './action-button.tsx';
import styles from './blocks.module.css';
import { useTexts } from '../text/texts.ts';

interface Props {
  block: WireNotice;
  /** Its place in a group of notices, which hears whether it says anything. */
  index?: number;
  tell?: (index: number, isShown: boolean) => void;
}

/** A message in the page; with a source it waits for the answer and says nothing if that fails. */
export function NoticeView({ block, index = 0, tell }: Props): ReactNode {
  const t = useTexts();
  const context = useBindings();
  const { data } = useSource(block.source);
  const [closed, setClosed] = useState(false);
  const row = block.source ? data : (context.row ?? {});
  const isShown = !closed && !!row && holds(block.when, row);
  useEffect(() => tell?.(index, isShown), [tell, index, isShown]);
  if (!isShown) return null;
  return (
    <div
      className={styles.notice}
      data-severity={block.severity}
      role={block.severity === 'bad' || block.severity === 'warn' ? 'alert' : 'status'}
    >
      <SeverityIcon severity={block.severity} />
      <p>{filled(block.text, row)}</p>
      {block.action && (
        <BindingProvider row={row}>
          <ActionButton
            action={block.action}
            size={block.severity === 'neutral' ? 'compact-sm' : 'xs'}
            quiet={block.severity === 'neutral'}
          />
          {block.other && <ActionButton action={block.other} size="xs" quiet />}
        </BindingProvider>
      )}
      {!block.stays && <CloseButton size="sm" aria-label={t('ui.close')} onClick={() => setClosed(true)} />}
    </div>
  );
}
