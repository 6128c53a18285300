export { keywordOf, keywordsOf, LONGEST_KEYWORD, MOST_KEYWORDS } from './keywords.ts';
