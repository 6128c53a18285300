import '../mantine-later-styles.ts';
import { Button, CopyButton, Group, Text, TextInput } from '@mantine/core';
import { IconCheck, IconCopy } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTexts } from '../text/texts.ts';

/** Values that are shown this once, each to be copied: a key, a list of codes. */
export default function OneTimeSecret({
  text,
  values,
  close,
}: {
  text: string;
  values: { label: string; value: string }[];
  close: () => void;
}): ReactNode {
  const t = useTexts();
  return (
    <>
      <Text mb={16}>{text}</Text>
      {values.map(({ label, value }) => (
        <Group key={label} align="flex-end" gap="xs" mb={12} wrap="nowrap">
          <TextInput label={label} value={value} readOnly dir="ltr" flex={1} onFocus={(event) => event.currentTarget.select()} />
          <CopyButton value={value}>
            {({ copied, copy }) => (
              <Button
                variant="default"
                onClick={copy}
                aria-label={`${t(copied ? 'ui.copied' : 'ui.copy')}: ${label}`}
                leftSection={copied ? <IconCheck size={16} color="var(--severity-good)" aria-hidden /> : <IconCopy size={16} aria-hidden />}
              >
                {t(copied ? 'ui.copied' : 'ui.copy')}
              </Button>
            )}
          </CopyButton>
        </Group>
      ))}
      <Group justify="flex-end" mt={20}>
        <Button onClick={close} data-autofocus>
          {t('ui.close')}
        </Button>
      </Group>
    </>
  );
}
