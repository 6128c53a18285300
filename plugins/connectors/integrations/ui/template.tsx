import { Alert, Button, Code, Group, Menu, Stack, Text, Textarea } from '@mantine/core';
import { useEffect, useRef, useState, type ReactNode } from 'react';
import { call, common, optionsOf, problemText, useBindings, useTexts, type WidgetProps } from '../../../../ui/src/widget-contract.ts';

/** Milliseconds after the last key before what was typed is filled in. */
const PAUSE_MS = 300;

interface Preview {
  text: string;
  fault: string;
  unsent: string[];
  places: { name: string; title: string; isSent: boolean }[];
}
const NOTHING: Preview = { text: '', fault: '', unsent: [], places: [] };

/** JSON with places for fields of a lead, and beneath it what becomes of it for a made-up lead. */
export function template(props: WidgetProps): ReactNode {
  const t = useTexts();
  const typed = String(props.value ?? '');
  const box = useRef<HTMLTextAreaElement>(null);
  const { text, fault, unsent, places } = usePreview(props, typed);

  function insert(name: string): void {
    const { selectionStart: from, selectionEnd: to } = box.current ?? { selectionStart: typed.length, selectionEnd: typed.length };
    props.onChange(`${typed.slice(0, from)}{{${name}}}${typed.slice(to)}`);
    box.current?.focus();
  }

  return (
    <Stack gap="sm">
      <Textarea
        {...common(props)}
        ref={box}
        autosize
        minRows={10}
        maxRows={24}
        dir="ltr"
        spellCheck={false}
        styles={{ input: { fontFamily: 'var(--mantine-font-family-monospace)' } }}
        value={typed}
        onChange={(event) => props.onChange(event.currentTarget.value)}
      />
      <Group>
        <Menu position="bottom-start" withinPortal>
          <Menu.Target>
            <Button variant="default" size="xs" disabled={places.length === 0}>
              {t('integrations.ui.insert')}
            </Button>
          </Menu.Target>
          <Menu.Dropdown mah={320} style={{ overflowY: 'auto' }}>
            {places.map(({ name, title, isSent }) => (
              <Menu.Item key={name} onClick={() => insert(name)} rightSection={<Code>{name}</Code>}>
                {isSent ? title : t('integrations.ui.unsent', { field: title })}
              </Menu.Item>
            ))}
          </Menu.Dropdown>
        </Menu>
      </Group>
      {fault ? (
        <Alert color="red" role="status" title={t('integrations.ui.fault')}>
          {fault}
        </Alert>
      ) : (
        <div role="status">
          <Text fw={600} size="sm" mb={4}>
            {t('integrations.ui.preview')}
          </Text>
          <Code block dir="ltr">
            {text}
          </Code>
        </div>
      )}
      {unsent.length > 0 && <Alert color="yellow">{t('integrations.ui.not-sent', { fields: unsent.join(', ') })}</Alert>}
    </Stack>
  );
}

/** What the server makes of what was typed, once nothing was typed for a moment. What it said last stays until then. */
function usePreview(props: WidgetProps, typed: string): Preview {
  const { call: target } = optionsOf(props);
  const { path } = useBindings();
  const [preview, setPreview] = useState(NOTHING);
  useEffect(() => {
    if (!target) return;
    const asking = new AbortController();
    const pause = setTimeout(() => {
      call<Preview>(target, { params: path, body: { template: typed }, signal: asking.signal }).then(setPreview, (error: unknown) => {
        if (!asking.signal.aborted) setPreview((before) => ({ ...before, text: '', fault: problemText(error) }));
      });
    }, PAUSE_MS);
    return () => {
      clearTimeout(pause);
      asking.abort();
    };
  }, [target, path, typed]);
  return preview;
}
