const SHORTEST_KEYWORD = 2;
export const LONGEST_KEYWORD = 120;
/** Keywords of one campaign or question. */
export const MOST_KEYWORDS = 500;

/** A keyword as it is stored and compared: lower case, single spaces, no control characters. Null: it is too short or too long to be one. */
export function keywordOf(typed: string): string | null {
  const keyword = typed
    .normalize('NFKC')
    .replace(/[\p{Cc}\p{Cf}\s]+/gu, ' ')
    .toWellFormed()
    .trim()
    .toLowerCase()
    .normalize('NFKC');
  const { length } = Array.from(keyword);
  return length >= SHORTEST_KEYWORD && length <= LONGEST_KEYWORD && /[\p{L}\p{N}]/u.test(keyword) ? keyword : null;
}

/** What was typed into a list of keywords: blank entries are ignored, each keyword stands once; `wrong` are no keywords. */
export function keywordsOf(typed: string | readonly string[]): { keywords: string[]; wrong: string[] } {
  const entries = (typeof typed === 'string' ? typed.split(/[\n,]/) : typed).map((entry) => entry.trim()).filter(Boolean);
  const keywords = entries.map(keywordOf);
  return {
    keywords: [...new Set(keywords.filter((keyword) => keyword !== null))],
    wrong: [...new Set(entries.filter((_, at) => keywords[at] === null))],
  };
}
