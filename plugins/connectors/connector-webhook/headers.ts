import { isOwnHeader } from '../integrations/shared.ts';

/** Headers that one connection may add. */
const MOST = 20;

const linesOf = (text: string): string[] => text.split('\n').filter((line) => line.trim() !== '');

function pairOf(line: string): [name: string, value: string] {
  const at = line.indexOf(':');
  return at < 0 ? [line.trim(), ''] : [line.slice(0, at).trim(), line.slice(at + 1).trim()];
}

/** The headers of a text with one a line. */
export const headersIn = (text: string): Record<string, string> => Object.fromEntries(linesOf(text).map(pairOf));

/** What is wrong with such a text: a header that may not be sent, one that stands there twice, or too many; null where nothing is. */
export function headerFault(text: string): { message: string; params: Record<string, string | number> } | null {
  const lines = linesOf(text);
  if (lines.length > MOST) return { message: 'connector-webhook.headers.too-many', params: { limit: MOST } };
  const seen = new Set<string>();
  for (const line of lines) {
    const [name, value] = pairOf(line);
    if (!line.includes(':') || !isOwnHeader(name, value))
      return { message: 'connector-webhook.headers.refused', params: { name: name.slice(0, 60) } };
    if (seen.has(name.toLowerCase())) return { message: 'connector-webhook.headers.twice', params: { name } };
    seen.add(name.toLowerCase());
  }
  return null;
}
