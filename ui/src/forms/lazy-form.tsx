import type { ReactNode } from 'react';
import { FormSkeleton } from './form-skeleton.tsx';
import { lazyPart } from '../shell/lazy-part.ts';

const meanwhile = (): ReactNode => <FormSkeleton />;

/** Any form; its library is fetched only when one is on screen. */
export const RichForm = lazyPart(() => import('./rich-form.tsx'), meanwhile);
