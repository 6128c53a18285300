import '../../mantine-later-styles.ts';
import { Button, Code, CopyButton, Group, Skeleton, Stack, Text, TextInput } from '@mantine/core';
import { useState, type FormEvent, type ReactNode } from 'react';
import { problemOf } from '../../api/problem.ts';
import { Panel } from '../../blocks/panel.tsx';
import { ErrorPanel } from '../../blocks/error-panel.tsx';
import { useSource } from '../../data/use-source.ts';
import { notifyProblem } from '../../shell/notify.ts';
import { useTexts } from '../../text/texts.ts';
import type { ViewProps } from '../registry.ts';
import styles from './accounts.module.css';
import { CurrentFactor } from './current-factor.tsx';
import { FACTOR_PAGE, useFactor } from './use-factor.ts';

interface Secret {
  /** SVG text; shown as an image, in which nothing of it can run. */
  qrCodeUrl: string;
  secretKey: string;
}

/** Scanning the secret for an authenticator app. Cancel leads back to the choice, Save switches the app on. */
export default function Authenticator({ block }: ViewProps): ReactNode {
  const t = useTexts();
  const { data, error, refetch } = useSource<Secret>(block.source);
  const [code, setCode] = useState('');
  const [problem, setProblem] = useState('');
  const refused = (refusal: unknown): void => {
    const onCode = problemOf(refusal).errors?.find(({ field }) => field === 'code');
    if (onCode) return setProblem(onCode.message);
    notifyProblem(refusal);
    void refetch();
  };
  const { choose, close, change, busy, question } = useFactor({ saved: () => close(), refused });
  if (error && !data) return <ErrorPanel error={error} retry={() => void refetch()} />;

  if (question)
    return (
      <Panel>
        <CurrentFactor {...question} />
      </Panel>
    );

  const save = (event: FormEvent): void => {
    event.preventDefault();
    if (!data) return;
    choose({
      two_factor_auth: true,
      two_factor_auth_type: 'google',
      secretKey: data.secretKey,
      ...(code ? { code: code.replaceAll(' ', '') } : {}),
    });
  };
  return (
    <Panel>
      <form noValidate onSubmit={save}>
        <Stack>
          <Text>{t('ui.accounts.authenticator.scan')}</Text>
          {data ? (
            <img
              className={styles.picture}
              src={`data:image/svg+xml;charset=utf-8,${encodeURIComponent(data.qrCodeUrl)}`}
              alt={t('ui.accounts.authenticator.picture')}
              width={200}
              height={200}
            />
          ) : (
            <Skeleton height={200} width={200} radius={8} mx="auto" />
          )}
          <Group justify="center">
            <Text fw={500}>{t('ui.accounts.authenticator.key')}</Text>
            <Code dir="ltr">{data?.secretKey ?? ''}</Code>
            <CopyButton value={data?.secretKey ?? ''}>
              {({ copied, copy }) => (
                <Button size="compact-xs" variant="default" disabled={!data} onClick={copy}>
                  <span aria-live="polite">{t(copied ? 'ui.copied' : 'ui.copy')}</span>
                </Button>
              )}
            </CopyButton>
          </Group>
          <TextInput
            label={t('ui.accounts.authenticator.code')}
            description={t('ui.accounts.authenticator.code.help')}
            inputMode="numeric"
            autoComplete="one-time-code"
            maxLength={7}
            value={code}
            error={problem}
            onChange={(event) => {
              setCode(event.currentTarget.value);
              setProblem('');
            }}
          />
          <Group justify="flex-end">
            <Button variant="default" onClick={() => void change(FACTOR_PAGE).catch(notifyProblem)}>
              {t('ui.cancel')}
            </Button>
            <Button type="submit" loading={busy} disabled={!data}>
              {t('ui.accounts.authenticator.save')}
            </Button>
          </Group>
        </Stack>
      </form>
    </Panel>
  );
}
