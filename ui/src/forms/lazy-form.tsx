import { Skeleton } from '@mantine/core';
import { Suspense, lazy, type ReactNode } from 'react';
import type { FormProps } from './form-view.tsx';

const FormView = lazy(() => import('./form-view.tsx'));

/** A form; its library is fetched only when one is on screen. */
export function LazyForm(props: FormProps): ReactNode {
  return (
    <Suspense fallback={<FormSkeleton />}>
      <FormView key={props.form} {...props} />
    </Suspense>
  );
}

export const FormSkeleton = (): ReactNode => (
  <div>
    {[1, 2, 3].map((at) => (
      <div key={at}>
        <Skeleton height={12} width={110} mb={8} />
        <Skeleton height={36} mb={20} />
      </div>
    ))}
  </div>
);
