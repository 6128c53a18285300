import { Input } from '@mantine/core';
import { useEffect, useRef, useState, type ReactNode } from 'react';
import { common, useTexts, type WidgetProps } from '../../../../ui/src/widget-contract.ts';
import { stripeFor } from './stripe.ts';

/** Stripe's card field. Once the card is complete it becomes a token, which is the form's value; a change empties it again. */
export default function StripeCard({
  publishableKey,
  account,
  ...props
}: WidgetProps & { publishableKey: string; account: string | null }): ReactNode {
  const t = useTexts();
  const frame = useRef<HTMLDivElement>(null);
  const change = useRef(props.onChange);
  const [fault, setFault] = useState<string | null>(null);
  const { label, description, withAsterisk, error } = common(props) as { label?: string } & ReturnType<typeof common>;

  useEffect(() => {
    change.current = props.onChange;
  }, [props.onChange]);
  useEffect(() => {
    let gone = false;
    let take: (() => void) | undefined;
    void stripeFor({ publishableKey, account })
      .then((stripe) => {
        if (gone || !stripe || !frame.current) return;
        const element = stripe.elements().create('card', { style: { base: { fontSize: '15px' } } });
        element.mount(frame.current);
        take = () => element.destroy();
        element.on('change', (state) => {
          setFault(state.error?.message ?? null);
          change.current(undefined);
          if (!state.complete) return;
          void stripe.createPaymentMethod({ type: 'card', card: element }).then(({ paymentMethod, error: refused }) => {
            if (gone) return;
            setFault(refused?.message ?? null);
            change.current(paymentMethod?.id);
          });
        });
      })
      .catch(() => setFault(t('ui.error.network')));
    return () => {
      gone = true;
      take?.();
    };
  }, [publishableKey, account, t]);

  return (
    <Input.Wrapper label={label} description={description} withAsterisk={withAsterisk} error={fault ?? error}>
      <Input component="div" multiline pointer={false}>
        <div ref={frame} style={{ paddingBlock: 10 }} />
      </Input>
    </Input.Wrapper>
  );
}
