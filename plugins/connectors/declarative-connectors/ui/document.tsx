import { Alert, Button, Text } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useRef, type ReactNode } from 'react';
import { call, problemText, textOrNothing, useBindings, useTexts, type WidgetProps } from '../../../../ui/src/widget-contract.ts';
import styles from './document.module.css';

interface Fault {
  line: number;
  column: number;
  pointer: string;
  message: string;
}
const CHECK = { method: 'POST', path: '/api/connector-documents/check' } as const;
/** After the last key, before the text is checked. */
const REST_MS = 400;

/** A document with numbered lines, and beside it all that is wrong with it; a fault leads to its line. */
export function document(props: WidgetProps): ReactNode {
  const t = useTexts();
  const area = useRef<HTMLTextAreaElement>(null);
  const text = String(props.value ?? '');
  const lines = text.split('\n').length;
  return (
    <div className={styles.editor}>
      <div className={styles.scroll} dir="ltr">
        <pre className={styles.numbers} aria-hidden>
          {Array.from({ length: lines }, (_, index) => index + 1).join('\n')}
        </pre>
        <textarea
          ref={area}
          id={props.id}
          dir="ltr"
          className={styles.text}
          aria-label={props.label}
          value={text}
          rows={lines + 1}
          wrap="off"
          spellCheck={false}
          autoCapitalize="off"
          autoComplete="off"
          disabled={props.disabled || props.readonly}
          onChange={(event) => props.onChange(textOrNothing(props, event.currentTarget.value))}
        />
      </div>
      <Faults
        text={text}
        none={t('declarative-connectors.ui.none')}
        title={t('declarative-connectors.ui.faults')}
        show={(fault) => select(area.current, text, fault)}
      />
    </div>
  );
}

function Faults({ text, title, none, show }: { text: string; title: string; none: string; show: (fault: Fault) => void }): ReactNode {
  const t = useTexts();
  const { document: name } = useBindings().path;
  const [rested] = useDebouncedValue(text, REST_MS);
  const { data, error } = useQuery({
    queryKey: ['declarative-connectors.check', name, rested],
    queryFn: () => call<{ faults: Fault[] }>(CHECK, { body: { text: rested, document: name } }),
    enabled: rested !== '',
    placeholderData: (before) => before,
  });
  const faults = data?.faults ?? [];
  return (
    <section className={styles.faults} aria-label={title} aria-live="polite">
      {error && <Alert color="red">{problemText(error)}</Alert>}
      {data && faults.length === 0 && <Text c="dimmed">{none}</Text>}
      <ol className={styles.list}>
        {faults.map((fault) => (
          <li key={`${fault.line} ${fault.pointer} ${fault.message}`}>
            <Button variant="subtle" size="compact-sm" onClick={() => show(fault)}>
              {t('declarative-connectors.ui.line', { line: fault.line })}
            </Button>
            <Text size="sm">{fault.message}</Text>
            {fault.pointer && (
              <code dir="ltr" className={styles.pointer}>
                {fault.pointer}
              </code>
            )}
          </li>
        ))}
      </ol>
    </section>
  );
}

/** Puts the cursor where a fault is, and its line into sight. */
function select(area: HTMLTextAreaElement | null, text: string, { line, column }: Fault): void {
  if (!area) return;
  const before = text.split('\n').slice(0, line - 1);
  const start = before.reduce((sum, one) => sum + one.length + 1, 0);
  area.focus({ preventScroll: true });
  area.setSelectionRange(start + column - 1, start + (text.split('\n')[line - 1]?.length ?? 0));
  const height = area.scrollHeight / Math.max(1, area.rows);
  area.parentElement?.scrollTo({ top: Math.max(0, (line - 4) * height) });
}
