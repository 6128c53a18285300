/** Writing to people, for plugins above. */
export { mailOwner } from './owner.mail.ts';
