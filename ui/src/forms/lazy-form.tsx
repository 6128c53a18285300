import { Suspense, type ReactNode } from 'react';
import { FormSkeleton } from './form-skeleton.tsx';
import type { FormProps } from './form-view.tsx';
import { lazyPart } from '../shell/lazy-part.ts';

const FormView = lazyPart(() => import('./form-view.tsx'));

/** A form; its library is fetched only when one is on screen. */
export function LazyForm(props: FormProps): ReactNode {
  return (
    <Suspense fallback={<FormSkeleton />}>
      <FormView key={props.form} {...props} />
    </Suspense>
  );
}
