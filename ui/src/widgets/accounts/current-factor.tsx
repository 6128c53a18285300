import { Button, Group, Stack, Text, TextInput } from '@mantine/core';
import { useEffect, useRef, useState, type FormEvent, type ReactNode } from 'react';
import { useTexts } from '../../text/texts.ts';

/** Asks for a code of the second factor that counts until now, before it is changed. */
export function CurrentFactor({
  text,
  problem,
  busy,
  onCode,
  onAgain,
  onCancel,
}: {
  /** The server's words: where the code is. */
  text: string;
  problem: string;
  busy: boolean;
  onCode: (code: string) => void;
  /** Mails another code; absent where none is mailed. */
  onAgain?: (() => void) | undefined;
  onCancel: () => void;
}): ReactNode {
  const t = useTexts();
  const [code, setCode] = useState('');
  const field = useRef<HTMLInputElement>(null);
  // It takes the place of what was clicked, which had the focus.
  useEffect(() => field.current?.focus(), []);
  const send = (event: FormEvent): void => {
    event.preventDefault();
    onCode(code.replaceAll(' ', ''));
  };
  return (
    <form noValidate onSubmit={send}>
      <Stack>
        <Text>{text}</Text>
        <TextInput
          label={t('ui.accounts.current.code')}
          description={t('ui.accounts.current.help')}
          autoComplete="one-time-code"
          ref={field}
          maxLength={12}
          value={code}
          error={problem}
          onChange={(event) => setCode(event.currentTarget.value)}
        />
        <Group justify="flex-end">
          {onAgain && (
            <Button variant="subtle" disabled={busy} onClick={onAgain}>
              {t('ui.accounts.current.again')}
            </Button>
          )}
          <Button variant="default" onClick={onCancel}>
            {t('ui.cancel')}
          </Button>
          <Button type="submit" loading={busy} disabled={code === ''}>
            {t('ui.accounts.current.button')}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
