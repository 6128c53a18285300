/** For forms that set a price of their own. */
export { lossQuestion, marginFor } from './margin.ts';
