import { createContext, useContext } from 'react';

/** The editor's own texts come with the form that it edits, so that no other screen carries them. */
export const WordsContext = createContext<Record<string, string>>({});
export type Words = (key: string, values?: Record<string, string | number>) => string;

export function useWords(): Words {
  const words = useContext(WordsContext);
  return (key, values = {}) =>
    (words[key] ?? key).replace(/\{(\w+)\}/g, (whole, name: string) => (name in values ? String(values[name]) : whole));
}
