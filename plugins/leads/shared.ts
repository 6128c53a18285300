/** For sources that ask a supplier only about people from the right place. */
export { isInPlace } from './intake/rules.ts';
