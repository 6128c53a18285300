import { createContext } from 'react';

/** The files chosen in a form, by field. They are sent beside the fields: the field's own value is only the file's name. */
export const FilesContext = createContext<Map<string, File>>(new Map());

const UNITS = ['B', 'kB', 'MB', 'GB'];

/** A size in bytes as people read it, such as `1.4 MB`. */
export function formatSize(bytes: number): string {
  const step = bytes < 1000 ? 0 : Math.min(UNITS.length - 1, Math.floor(Math.log10(bytes) / 3));
  const number = bytes / 1000 ** step;
  return `${step === 0 ? number : number.toFixed(1)} ${UNITS[step] ?? ''}`;
}
