import { Type as T } from 'typebox';

/** Yes and no as the specification's calls and answers write them. */
export type Flag = 'T' | 'F';
export const Flag = T.Enum(['T', 'F']);
export const flagOf = (on: boolean): Flag => (on ? 'T' : 'F');
/** However callers write it. */
export const isYes = (sent: unknown): boolean => sent === 'T' || sent === true || sent === 1;
