import { Alert, Button, Group, Loader, Text } from '@mantine/core';
import { useEffect, useState, type ReactNode } from 'react';
import type { HolderCheck as Check } from '../../../core/contract/wire.ts';
import { call } from '../api/call.ts';
import { SANDBOX_BANK } from '../api/holder.ts';
import { formatMoney } from '../data/format.ts';
import { pluginExport } from '../data/plugin-files.ts';
import { problemText } from './notify.ts';
import { useTexts } from '../text/texts.ts';

interface Props {
  check: Check;
  answer: (confirmed: boolean) => void;
}

/** What a card's bank wants of its holder before it goes on: said in words, and asked by the provider. */
export default function HolderCheck(props: Props): ReactNode {
  const t = useTexts();
  const { what, amountCents } = props.check;
  return (
    <>
      <Text mb={16}>{t(`ui.holder.${what}`, { amount: formatMoney(amountCents) })}</Text>
      {props.check.gateway === 'sandbox' ? <SandboxBank {...props} /> : <Provider {...props} />}
    </>
  );
}

/** The browser files of the plugin that takes the money know the provider. */
const askedBy = async (check: Check): Promise<boolean> =>
  ((await pluginExport(check.askedBy)?.()) as ((check: Check) => Promise<boolean>) | undefined)?.(check) ?? false;

/** The provider shows the bank's question over everything, and answers when it is done. */
function Provider({ check, answer }: Props): ReactNode {
  const t = useTexts();
  useEffect(() => {
    let left = false;
    askedBy(check).then(
      (confirmed) => !left && answer(confirmed),
      () => !left && answer(false),
    );
    return () => {
      left = true;
    };
    // Asked once: drawing the dialog again must not ask the bank again.
    // oxlint-disable-next-line react/exhaustive-deps
  }, []);
  return (
    <Group>
      <Loader size="sm" />
      <Text>{t('ui.holder.waiting')}</Text>
    </Group>
  );
}

/** No bank stands behind the sandbox: whoever tries it out plays the holder. */
function SandboxBank({ check, answer }: Props): ReactNode {
  const t = useTexts();
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState('');
  const say = async (confirms: boolean): Promise<void> => {
    setBusy(true);
    try {
      await call(SANDBOX_BANK, { body: { company: check.company, secret: check.secret, confirms } });
      answer(confirms);
    } catch (error) {
      setProblem(problemText(error));
      setBusy(false);
    }
  };
  return (
    <>
      <Text size="sm" c="dimmed">
        {t('ui.holder.sandbox')}
      </Text>
      {problem && (
        <Alert color="red" mt={12}>
          {problem}
        </Alert>
      )}
      <Group justify="flex-end" mt={20}>
        <Button variant="default" disabled={busy} onClick={() => void say(false)}>
          {t('ui.holder.no')}
        </Button>
        <Button loading={busy} data-autofocus onClick={() => void say(true)}>
          {t('ui.holder.yes')}
        </Button>
      </Group>
    </>
  );
}
