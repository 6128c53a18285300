/** For sources that ask a supplier only about people from the right place, and for trials of other rules. */
export { isInPlace, isWanted } from './intake/rules.ts';
export { wordsOf } from './words.ts';
