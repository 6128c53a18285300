/** What may stand in a zip-code input: digits and newlines. Spaces and commas become a newline, repeated ones collapse. */
export const typedZips = (text: string): string =>
  text
    .replace(/[\s,]+/g, '\n')
    .replace(/[^\d\n]/g, '')
    .replace(/\n{2,}/g, '\n')
    .replace(/^\n/, '');

/** The codes of a zip-code input. */
export const zipsOf = (text: string): string[] => typedZips(text).split('\n').filter(Boolean);
