import { createHash } from 'node:crypto';

/** The lists of California's DROP that can be compared: what the others hash (birth dates, vehicles, advertising ids, televisions) is known of nobody here. */
export type ListType = 'email' | 'phone';
const OTHERS = ['MAID', 'CTVID', 'NDZ', 'NameVIN'];

/** The list's type by its file's name, `<date>_<broker>_<type>[_<more>].csv`. Throws a sentence for one that cannot be compared, or has another name. */
export function typeOfFile(filename: string): ListType {
  const parts = filename
    .replace(/\.csv$/i, '')
    .split('_')
    .slice(2)
    .map((part) => part.toLowerCase());
  const other = OTHERS.find((type) => parts[0] === type.toLowerCase());
  if (other)
    throw new Error(
      `Lists of the type ${other} cannot be compared: no such identifier is held of anybody. Only Email and Phone lists are taken.`,
    );
  if (parts[0] !== 'email' && parts[0] !== 'phone')
    throw new Error(
      'The name of the file does not say which list it is. It must be as DROP gave it: <date>_<broker>_Email.csv or <date>_<broker>_Phone.csv.',
    );
  return parts[0];
}

/** As DROP has it before it is hashed: dots and plus tags of an address stay; of a number the last ten digits count. Empty where there are fewer. */
function standardised(type: ListType, text: string): string {
  if (type === 'email') return text.trim().toLowerCase();
  const digits = text.replace(/\D/g, '');
  return digits.length >= 10 ? digits.slice(-10) : '';
}

/** SHA-256, as the lists have it in Base64; null where there is nothing to hash. */
export function listedHash(type: ListType, text: string): Buffer | null {
  const value = standardised(type, text);
  return value === '' ? null : createHash('sha256').update(value).digest();
}

/** A hash of a list: 44 characters of Base64; null for anything else. */
export function readHash(text: string): Buffer | null {
  const bytes = Buffer.from(text.trim(), 'base64');
  return bytes.length === 32 && bytes.toString('base64') === text.trim() ? bytes : null;
}
