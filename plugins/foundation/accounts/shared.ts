/** One field of the signed-in user, for plugins above. */
export { userField } from './user-field.ts';
/** Owners of companies, for plugins above. */
export { mailOwner, ownerOf } from './owner.ts';
