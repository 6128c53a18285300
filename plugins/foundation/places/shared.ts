export { stateOf } from './names.ts';
export { isState, isZip, nameOfState, US_STATES, zipIsIn } from './us-states.ts';
export { zipsOf } from './zip-codes.ts';
