/** What may stand in a zip-code input: digits and newlines. The same as `typedZips` of `ui/zip-codes.ts` does in the browser; a test compares them. */
export const typedZips = (text: string): string =>
  text
    .replace(/[\s,]+/g, '\n')
    .replace(/[^\d\n]/g, '')
    .replace(/\n{2,}/g, '\n')
    .replace(/^\n/, '');

/** The codes of a zip-code input, each once. Nine digits are a code with its four further ones; `wrong` are neither five nor nine. */
export function zipsOf(typed: string | readonly string[]): { zips: string[]; wrong: string[] } {
  const codes = typedZips(typeof typed === 'string' ? typed : typed.join('\n'))
    .split('\n')
    .filter(Boolean);
  const hasLength = (code: string): boolean => code.length === 5 || code.length === 9;
  return {
    zips: [...new Set(codes.filter(hasLength).map((code) => code.slice(0, 5)))],
    wrong: [...new Set(codes.filter((code) => !hasLength(code)))],
  };
}
