import '../../mantine-later-styles.ts';
import { Button, CopyButton, Group, Stack, Text } from '@mantine/core';
import { useContext, type ReactNode } from 'react';
import { fieldOf } from '../../data/bindings.ts';
import { FormDeskContext } from '../../data/form-desk.ts';
import { useBindings } from '../../data/binding-context.tsx';
import { useTexts } from '../../text/texts.ts';
import styles from './accounts.module.css';

/** Saves a text as a file of the browser. */
function saveFile(name: string, content: string): void {
  const url = URL.createObjectURL(new Blob([content], { type: 'text/plain' }));
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  URL.revokeObjectURL(url);
}

/** Recovery codes at the one moment they can be seen. */
export default function RecoveryCodes(): ReactNode {
  const t = useTexts();
  const { row } = useBindings();
  const desk = useContext(FormDeskContext);
  const codes = fieldOf(row, 'codes') as string[];
  const all = codes.join('\n');
  return (
    <Stack>
      <Text>{t('ui.accounts.recovery.help')}</Text>
      <ul className={styles.codes} dir="ltr">
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <Group justify="space-between">
        <Group>
          <CopyButton value={all}>
            {({ copied, copy }) => (
              <Button variant="default" onClick={copy}>
                <span aria-live="polite">{t(copied ? 'ui.copied' : 'ui.copy')}</span>
              </Button>
            )}
          </CopyButton>
          <Button variant="default" onClick={() => saveFile('recovery-codes.txt', `${all}\n`)}>
            {t('ui.accounts.recovery.download')}
          </Button>
        </Group>
        <Button onClick={() => desk?.done()}>{t('ui.accounts.recovery.done')}</Button>
      </Group>
    </Stack>
  );
}
