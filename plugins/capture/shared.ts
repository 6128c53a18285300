/** The source of leads, for those who make test leads of it. */
export { PageViews } from './source.ts';
