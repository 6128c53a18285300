export { changeSchema, connectorScreens, connectSchema } from './connector-screens.ts';
export { sent as sentOf } from './sending/fields.ts';
export { sampleOf } from './triggers/sample.ts';
export { begun, callbackRoute, challengeOf, isOfSession, readState, verifierOf } from './oauth/authorization.ts';
export { filled } from './filled.ts';
export { isKeyHeader, isKeyValue, isOwnHeader } from './headers.ts';
