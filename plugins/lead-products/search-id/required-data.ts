import type { LeadPerson } from '../../lead-intake/leads/contract.ts';

/** Data that a campaign may ask of people, by the specification's names. */
const HAS: Record<string, (person: LeadPerson) => boolean> = {
  FirstName: ({ firstName }) => firstName !== '',
  LastName: ({ lastName }) => lastName !== '',
  Email: ({ email }) => email !== '',
  Phone: ({ phone }) => phone !== '',
  MailingAddress: ({ address }) => address !== '',
  City: ({ city }) => city !== '',
  State: ({ state }) => state !== '',
  Zip: ({ zip }) => zip !== '',
};
export const REQUIRABLE = Object.keys(HAS);

/** The name as it is kept, however it was written; null: there is no such data. */
export const requirable = (typed: string): string | null =>
  REQUIRABLE.find((name) => name.toLowerCase() === typed.replace(/[\s_-]/g, '').toLowerCase()) ?? null;

export const isComplete = (person: LeadPerson, required: readonly string[]): boolean => required.every((name) => HAS[name]?.(person));
