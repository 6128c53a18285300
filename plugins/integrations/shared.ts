export { begun, callbackRoute, challengeOf, isOfSession, readState, verifierOf } from './oauth/authorization.ts';
