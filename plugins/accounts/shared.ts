/** Owners of companies, for plugins above. */
export { mailOwner, ownerOf } from './owner.ts';
