import { Button, CopyButton, Skeleton, Text } from '@mantine/core';
import { IconCheck, IconCopy } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import type { WireCode } from '../../../core/contract/wire.ts';
import { fieldOf } from '../data/bindings.ts';
import { BindingProvider } from '../data/binding-context.tsx';
import { useSource } from '../data/use-source.ts';
import { ActionButton } from './action-button.tsx';
import styles from './value.module.css';
import { Panel } from './panel.tsx';
import { ErrorPanel } from './error-panel.tsx';
import { useTexts } from '../text/texts.ts';

/** A text to take along, such as a script tag. */
export default function CodeView({ block }: { block: WireCode }): ReactNode {
  const t = useTexts();
  const { data, error, refetch } = useSource(block.source);
  if (error && !data) return <ErrorPanel error={error} retry={() => void refetch()} />;
  const text = data ? String(fieldOf(data, block.field) ?? '') : '';
  const copy = (
    <CopyButton value={text}>
      {({ copied, copy: take }) => (
        <Button
          size="sm"
          variant="default"
          disabled={!text}
          onClick={take}
          leftSection={copied ? <IconCheck size={16} color="var(--severity-good)" aria-hidden /> : <IconCopy size={16} aria-hidden />}
        >
          <span aria-live="polite">{t(copied ? 'ui.copied' : 'ui.copy')}</span>
        </Button>
      )}
    </CopyButton>
  );
  return (
    <BindingProvider row={data ?? null}>
      <Panel
        title={block.title}
        help={block.help && <Text c="dimmed">{block.help}</Text>}
        tools={
          <>
            {/* They are about what was read, so they wait for it. */}
            {data && block.actions?.map((action) => <ActionButton key={action.id} action={action} />)}
            {copy}
          </>
        }
      >
        {block.steps && (
          <ol className={styles.codeSteps}>
            {block.steps.split('\n').map((step) => (
              <li key={step}>{step}</li>
            ))}
          </ol>
        )}
        {data ? (
          <pre className={styles.code} dir="ltr" tabIndex={0} role="group" aria-label={block.title}>
            <code>{text}</code>
          </pre>
        ) : (
          <Skeleton height={84} radius={8} />
        )}
      </Panel>
    </BindingProvider>
  );
}
