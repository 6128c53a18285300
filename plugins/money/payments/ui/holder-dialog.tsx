import { Alert, Button, Group, Loader, Text } from '@mantine/core';
import { useEffect, useState, type ReactNode } from 'react';
import { call, type ConfirmationProps, formatMoney, problemText, useTexts } from '../../../../ui/src/widget-contract.ts';
import type { HolderCheck } from '../holder-check.ts';

interface Props {
  check: HolderCheck;
  answer: (confirms: boolean) => void;
}

/** What a card's bank wants of its holder before it goes on: said in words, and asked by the provider. */
export default function HolderDialog({ details, answer }: ConfirmationProps): ReactNode {
  const t = useTexts();
  const check = details as HolderCheck;
  const answered = (confirms: boolean): void => answer(confirms && confirmed(check));
  return (
    <>
      <Text mb={16}>{t(`payments.ui.holder.${check.what}`, { amount: formatMoney(check.amountCents) })}</Text>
      {check.gateway === 'sandbox' ? <SandboxBank check={check} answer={answered} /> : <Provider check={check} answer={answered} />}
    </>
  );
}

/** Of a payment the provider is asked, through the server: the browser's word does not count. */
async function confirmed({ what, company, operation, secret }: HolderCheck): Promise<boolean> {
  if (what === 'card') return true;
  const body = { company, operation, secret };
  return (await call<{ paid: boolean }>({ method: 'POST', path: '/api/payments/confirmed' }, { body })).paid;
}

/** Stripe's package fetches its script as soon as it is read, so it is not read before it is needed: the sandbox never does. */
const askStripe = async (check: HolderCheck): Promise<boolean> => (await import('./stripe.ts')).confirmAtStripe(check);

/** The provider shows the bank's question over everything, and answers when it is done. */
function Provider({ check, answer }: Props): ReactNode {
  const t = useTexts();
  useEffect(() => {
    let left = false;
    askStripe(check).then(
      (confirms) => !left && answer(confirms),
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
      <Text>{t('payments.ui.holder.waiting')}</Text>
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
      const body = { company: check.company, secret: check.secret, confirms };
      await call({ method: 'POST', path: '/api/payments/sandbox-bank' }, { body });
      answer(confirms);
    } catch (error) {
      setProblem(problemText(error));
      setBusy(false);
    }
  };
  return (
    <>
      <Text size="sm" c="dimmed">
        {t('payments.ui.holder.sandbox')}
      </Text>
      {problem && (
        <Alert color="red" mt={12}>
          {problem}
        </Alert>
      )}
      <Group justify="flex-end" mt={20}>
        <Button variant="default" disabled={busy} onClick={() => void say(false)}>
          {t('payments.ui.holder.no')}
        </Button>
        <Button loading={busy} data-autofocus onClick={() => void say(true)}>
          {t('payments.ui.holder.yes')}
        </Button>
      </Group>
    </>
  );
}
