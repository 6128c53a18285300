import '../mantine-later-styles.ts';
import { Button, Group, PasswordInput, Text } from '@mantine/core';
import { useState, type FormEvent, type ReactNode } from 'react';
import { call } from '../api/call.ts';
import { problemOf } from '../api/problem.ts';
import { useDelayed } from '../data/use-delayed.ts';
import { useTexts } from '../text/texts.ts';
import { problemText } from './notify.ts';

/** Asks for the password before something that matters; stays until it is right or the person gives up. */
export default function StepUp({ onGiven, onCancel }: { onGiven: () => void; onCancel: () => void }): ReactNode {
  const t = useTexts();
  const [password, setPassword] = useState('');
  const [problem, setProblem] = useState('');
  const [busy, setBusy] = useState(false);
  const loading = useDelayed(busy);
  const send = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    if (busy) return;
    if (!password) return setProblem(t('ui.validation.required', { title: t('ui.step-up.password') }));
    setBusy(true);
    try {
      await call({ method: 'POST', path: '/api/user/confirm' }, { body: { password } });
      onGiven();
    } catch (error) {
      setProblem(problemOf(error).errors?.[0]?.message ?? problemText(error));
    } finally {
      setBusy(false);
    }
  };
  return (
    <form noValidate onSubmit={(event) => void send(event)}>
      <Text mb={16}>{t('ui.step-up.body')}</Text>
      <PasswordInput
        label={t('ui.step-up.password')}
        autoComplete="current-password"
        data-autofocus
        value={password}
        error={problem}
        aria-invalid={problem ? true : undefined}
        visibilityToggleButtonProps={{ 'aria-label': t('ui.form.show-password') }}
        onChange={(event) => {
          setPassword(event.currentTarget.value);
          setProblem('');
        }}
      />
      <Group justify="flex-end" mt={20}>
        <Button variant="default" onClick={onCancel}>
          {t('ui.cancel')}
        </Button>
        <Button type="submit" loading={loading}>
          {t('ui.step-up.button')}
        </Button>
      </Group>
    </form>
  );
}
