import { ActionIcon } from '@mantine/core';
import { IconQuestionMark } from '@tabler/icons-react';
import { useState, type ReactNode } from 'react';
import type { WireExplained } from '../../../core/contract/wire.ts';
import { useTexts } from '../text/texts.ts';
import styles from './help-button.module.css';
import { Icon } from './icon.tsx';
import { Overlay } from './overlay.tsx';

/** A question mark that opens what the page's signs and labels mean. */
export default function HelpButton({ title, entries }: { title: string; entries: WireExplained[] }): ReactNode {
  const t = useTexts();
  const [open, setOpen] = useState(false);
  const name = t('ui.help', { page: title });
  return (
    <>
      <ActionIcon variant="subtle" color="gray" size="md" aria-label={name} title={name} onClick={() => setOpen(true)}>
        <IconQuestionMark size={19} stroke={1.7} aria-hidden />
      </ActionIcon>
      <Overlay as="modal" opened={open} title={name} size="lg" onClose={() => setOpen(false)}>
        <dl className={styles.entries}>
          {entries.map((entry) => (
            <div key={entry.title}>
              <dt>
                <span className={styles.sign} style={{ color: entry.severity && `var(--severity-${entry.severity})` }}>
                  {entry.icon && <Icon name={entry.icon} size={18} />}
                </span>
                {entry.title}
              </dt>
              <dd>{entry.text}</dd>
            </div>
          ))}
        </dl>
      </Overlay>
    </>
  );
}
