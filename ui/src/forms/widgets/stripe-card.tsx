import { Input } from '@mantine/core';
import type { WidgetProps } from '@rjsf/utils';
import { loadStripe } from '@stripe/stripe-js';
import { useEffect, useRef, useState, type ReactNode } from 'react';
import { session } from '../../session.ts';
import { useTexts } from '../../text/texts.ts';
import { common } from './common.ts';

/** Stripe's card field. Once the card is complete it becomes a token, which is the form's value; a change empties it again. */
export default function StripeCard({ publishableKey, ...props }: WidgetProps & { publishableKey: string }): ReactNode {
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
    void loadStripe(publishableKey, { locale: session.locale === 'ar' ? 'ar' : 'en' })
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
  }, [publishableKey, t]);

  return (
    <Input.Wrapper label={label} description={description} withAsterisk={withAsterisk} error={fault ?? error}>
      <Input component="div" multiline pointer={false}>
        <div ref={frame} style={{ paddingBlock: 10 }} />
      </Input>
    </Input.Wrapper>
  );
}
