import type { ReactNode } from 'react';
import { FormSkeleton } from './form-skeleton.tsx';
import { lazyPart } from '../shell/lazy-part.ts';

const meanwhile = (): ReactNode => <FormSkeleton />;

/** Lines of text alone, as the sign-in screens have them. */
export const PlainForm = lazyPart(() => import('./plain-form.tsx'), meanwhile);
/** Any form; its library is fetched only when one is on screen. */
export const RichForm = lazyPart(() => import('./rich-form.tsx'), meanwhile);
