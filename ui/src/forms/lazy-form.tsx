import type { ReactNode } from 'react';
import { FormSkeleton } from './form-skeleton.tsx';
import type { FormProps } from './form-view.tsx';
import { lazyPart } from '../shell/lazy-part.ts';

export const FormView = lazyPart(
  () => import('./form-view.tsx'),
  () => <FormSkeleton />,
);

/** A form; its library is fetched only when one is on screen. */
export const LazyForm = (props: FormProps): ReactNode => <FormView key={props.form} {...props} />;
