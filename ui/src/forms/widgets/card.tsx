import { Alert, Loader } from '@mantine/core';
import type { WidgetProps } from '@rjsf/utils';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { call } from '../../api/call.ts';
import { problemText } from '../../shell/notify.ts';
import { useScope } from '../../data/scope.tsx';
import { SelectWidget } from './choices.tsx';
import { optionsOf } from './common.ts';
import { lazyPart } from '../../shell/lazy-part.ts';

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
export function CardWidget(props: WidgetProps): ReactNode {
  const source = optionsOf(props).call;
  const { path } = useScope();
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
