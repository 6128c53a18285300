import '../../mantine-later-styles.ts';
import { Button, Group, Skeleton, Stack, Text, UnstyledButton } from '@mantine/core';
import { IconDeviceMobile, IconMail } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { Panel } from '../../blocks/panel.tsx';
import { ErrorPanel } from '../../blocks/error-panel.tsx';
import { useSource } from '../../data/use-source.ts';
import { useActor } from '../../shell/bootstrap.tsx';
import { notifyProblem } from '../../shell/notify.ts';
import { StateBadge } from '../../shell/severity.tsx';
import { useTexts } from '../../text/texts.ts';
import type { ViewProps } from '../registry.ts';
import styles from './accounts.module.css';
import { CurrentFactor } from './current-factor.tsx';
import { AUTHENTICATOR_PAGE, useFactor } from './use-factor.ts';

interface Factor {
  two_factor_auth_type: 'email' | 'google' | 'none';
  confirmed: boolean;
  recovery_left: number;
}

/** The choice of a second factor. Choosing saves at once, but for the authenticator app, which has a dialog of its own. */
export default function TwoFactor({ block }: ViewProps): ReactNode {
  const t = useTexts();
  const actor = useActor();
  const { data, error, refetch } = useSource<Factor>(block.source);
  const { choose, renew, change, busy, question } = useFactor();
  if (error && !data) return <ErrorPanel error={error} retry={() => void refetch()} />;
  if (!data) return <Skeleton height={220} radius={8} />;
  if (question)
    return (
      <Panel>
        <CurrentFactor {...question} />
      </Panel>
    );

  const chosen = data.two_factor_auth_type;
  const click = (type: 'email' | 'google'): void => {
    if (type === chosen) choose({ two_factor_auth: false, two_factor_auth_type: 'none' });
    else if (type === 'email') choose({ two_factor_auth: true, two_factor_auth_type: 'email' });
    else void change(AUTHENTICATOR_PAGE).catch(notifyProblem);
  };
  const option = (type: 'email' | 'google', icon: ReactNode): ReactNode => (
    <UnstyledButton
      className={styles.option ?? ''}
      aria-pressed={chosen === type}
      data-on={chosen === type || undefined}
      disabled={busy}
      onClick={() => click(type)}
    >
      {icon}
      <span>
        <b>{t(`ui.accounts.factor.${type}`)}</b>
        <small>{t(`ui.accounts.factor.${type}.help`, { email: actor?.email ?? '' })}</small>
      </span>
      {chosen === type && <StateBadge state={{ title: t('ui.accounts.factor.on'), severity: 'good' }} />}
    </UnstyledButton>
  );
  return (
    <Panel>
      <Stack>
        <Text>{t('ui.accounts.factor.intro')}</Text>
        {option('email', <IconMail size={22} aria-hidden />)}
        {option('google', <IconDeviceMobile size={22} aria-hidden />)}
        {!data.confirmed && <Text c="var(--severity-warn)">{t('ui.accounts.factor.unconfirmed')}</Text>}
        {chosen !== 'none' && (
          <Group justify="space-between">
            <Text>{t('ui.accounts.factor.left', { count: data.recovery_left })}</Text>
            <Button variant="default" size="xs" disabled={busy} onClick={renew}>
              {t('ui.accounts.factor.renew')}
            </Button>
          </Group>
        )}
      </Stack>
    </Panel>
  );
}
