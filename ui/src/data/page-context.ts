import { createContext } from 'react';
import type { ListLayout } from '../../../core/contract/wire.ts';

/** The page on screen: its id, and what the reader chose for its table. */
export const PageContext = createContext<{ id: string | null; layout: ListLayout | undefined }>({ id: null, layout: undefined });
