/** The source of leads, for those who make test leads of it. */
export { PageViews } from './source.ts';
/** For those who ask other suppliers: how one is asked, and what its answers are cleaned by. */
export { CircuitBreaker } from './supplier/circuit-breaker.ts';
export { postQuestion, type SupplierAccess, SupplierFailure } from './supplier/post-question.ts';
export { cleanPerson, emailHashes, PERSON_KEY, personKey, personKeyOf } from './identity/person.ts';
/** The visits of the campaign whose page it is, for products that people's page views make leads of. */
export { visitLog } from './visit-log/visits.pages.ts';
