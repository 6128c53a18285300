import { Alert, Loader } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { call, lazyPart, optionsOf, problemText, SelectWidget, useBindings, type WidgetProps } from '../../../../ui/src/widget-contract.ts';

const StripeCard = lazyPart(
  () => import('./stripe-card.tsx'),
  () => <Loader size="sm" />,
);

interface Setup {
  gateway: string;
  publishableKey: string | null;
  account: string | null;
}

/** A payment card as a token: its number is typed into the provider's own field and never reaches us. The sandbox offers test cards. */
export function card(props: WidgetProps): ReactNode {
  const source = optionsOf(props).call;
  const { path } = useBindings();
  const { data, error } = useQuery({
    queryKey: ['card-setup', source?.path, path],
    queryFn: ({ signal }) => call<Setup>(source!, { params: path, signal }),
    enabled: source !== undefined,
  });
  if (error) return <Alert color="red">{problemText(error)}</Alert>;
  if (!data) return <Loader size="sm" />;
  if (!data.publishableKey) return <SelectWidget {...props} />;
  return <StripeCard {...props} publishableKey={data.publishableKey} account={data.account} />;
}
