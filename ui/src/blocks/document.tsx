import { Button, Skeleton, Text, Title } from '@mantine/core';
import { IconFileOff, IconRefresh } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import type { WireDocument } from '../../../core/contract/wire.ts';
import { formatTime } from '../data/format.ts';
import { BindingProvider } from '../data/binding-context.tsx';
import { useSource } from '../data/use-source.ts';
import { useBootstrap } from '../shell/bootstrap.tsx';
import { SeverityIcon } from '../shell/severity.tsx';
import { ActionButton } from './action-button.tsx';
import styles from './document.module.css';
import { Panel } from './panel.tsx';
import { SafeHtml } from './safe-html.tsx';
import { useTexts } from '../text/texts.ts';

interface Paper extends Record<string, unknown> {
  title?: string;
  html?: string;
  /** HTML under the specification's name. */
  data?: string;
  text?: string;
  /** True, or the instant of acceptance. */
  accepted?: boolean | string | null;
}

/** A text to read and perhaps to agree to. */
export default function DocumentView({ block }: { block: WireDocument }): ReactNode {
  const t = useTexts();
  const { locale } = useBootstrap();
  const { data, error, refetch } = useSource<Paper>(block.source);
  if (error && !data) return <Unavailable retry={() => void refetch()} />;
  if (!data)
    return (
      <Panel>
        {[92, 100, 84, 96, 60].map((width) => (
          <Skeleton key={width} height={12} width={`${width}%`} my={14} />
        ))}
      </Panel>
    );
  const markup = data.html ?? data.data;
  return (
    <Panel>
      <article className={styles.paper}>
        {data.title && <Title order={2}>{data.title}</Title>}
        {markup ? (
          <SafeHtml html={markup} className={styles.text} />
        ) : (
          <div className={`${styles.text} ${styles.plain}`}>{data.text ?? ''}</div>
        )}
      </article>
      {data.accepted ? (
        <Text className={styles.accepted ?? ''}>
          <SeverityIcon severity="good" size={18} />
          {typeof data.accepted === 'string' && data.accepted !== 'T'
            ? t('ui.document.accepted-at', { time: formatTime(data.accepted, locale) })
            : t('ui.document.accepted')}
        </Text>
      ) : (
        block.accept && (
          <div className={styles.accept}>
            <BindingProvider row={data}>
              <ActionButton action={block.accept} main />
            </BindingProvider>
          </div>
        )
      )}
    </Panel>
  );
}

/** A document that cannot be read now, for whatever reason. */
function Unavailable({ retry }: { retry: () => void }): ReactNode {
  const t = useTexts();
  return (
    <Panel>
      <div className={styles.unavailable} role="alert">
        <IconFileOff size={36} stroke={1.5} aria-hidden />
        <Title order={2}>{t('ui.document.unavailable')}</Title>
        <Text c="dimmed">{t('ui.document.unavailable.text')}</Text>
        <Button variant="default" leftSection={<IconRefresh size={16} aria-hidden />} onClick={retry}>
          {t('ui.document.try-again')}
        </Button>
      </div>
    </Panel>
  );
}
