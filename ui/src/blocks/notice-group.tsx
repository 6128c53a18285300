import { UnstyledButton } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { IconChevronDown } from '@tabler/icons-react';
import { type ReactNode, useCallback, useId, useState } from 'react';
import type { Severity } from '../../../core/contract/page.ts';
import type { WireNotice } from '../../../core/contract/wire.ts';
import { SeverityIcon } from '../shell/severity.tsx';
import { useTexts } from '../text/texts.ts';
import styles from './blocks.module.css';
import { NoticeView } from './notice.tsx';

/** More notices than these become one line where the screen is narrow, or what the page is about would begin below it. */
const MOST = 2;

/** Notices that stand together, the gravest first. On a narrow screen many of them are a line that says how many, and opens. */
export function NoticeGroup({ blocks, at }: { blocks: WireNotice[]; at: string }): ReactNode {
  const t = useTexts();
  const id = useId();
  const isNarrow = useMediaQuery('(max-width: 48em)', undefined, { getInitialValueInEffect: false }) ?? false;
  const [shown, setShown] = useState<ReadonlySet<number>>(new Set());
  const [open, setOpen] = useState(false);
  const tell = useCallback(
    (index: number, isShown: boolean) =>
      setShown((before) => {
        if (before.has(index) === isShown) return before;
        const now = new Set(before);
        return isShown ? now.add(index) : (now.delete(index), now);
      }),
    [],
  );
  const gravest: Severity | undefined = blocks.find((_, index) => shown.has(index))?.severity;
  const folds = isNarrow && shown.size > MOST;
  return (
    <>
      {folds && gravest && (
        <UnstyledButton
          className={styles.notice}
          data-severity={gravest}
          aria-expanded={open}
          aria-controls={id}
          onClick={() => setOpen(!open)}
        >
          <SeverityIcon severity={gravest} />
          <span>{t('ui.notices', { count: shown.size })}</span>
          <IconChevronDown className={styles.noticesMark ?? ''} size={18} aria-hidden />
        </UnstyledButton>
      )}
      <div id={id} className={styles.notices} hidden={folds && !open}>
        {blocks.map((block, index) => (
          <div key={index} data-block="notice" className={styles.place ?? ''}>
            <NoticeView block={block} index={index} tell={tell} key={`${at}.${index}`} />
          </div>
        ))}
      </div>
    </>
  );
}
