import { createContext } from 'react';

/** What the form above answered last; blocks beneath it show it where their source is the form's own route. Null: there is no such form. */
export const AnsweredContext = createContext<{ answer: unknown } | null>(null);
