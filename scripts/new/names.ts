/** What a new plugin is called, in the ways that its files write it. */
export interface Names {
  /** `call-list` */
  id: string;
  /** What people read: English and Arabic. */
  title: string;
  arabic: string;
  /** `CallList` */
  pascal: string;
  /** `callList` */
  camel: string;
  /** `call_list` */
  snake: string;
}

/** @throws when the id is not kebab-case. */
export function namesOf(id: string, title = '', arabic = ''): Names {
  if (!/^[a-z][a-z0-9]*(?:-[a-z0-9]+)*$/.test(id) || id.length > 30)
    throw new Error('Give it a kebab-case name of at most 30 characters, such as call-list.');
  const words = id.split('-').map((word) => word[0]!.toUpperCase() + word.slice(1));
  const pascal = words.join('');
  const shown = title || words.join(' ');
  return {
    id,
    title: shown,
    arabic: arabic || shown,
    pascal,
    camel: pascal[0]!.toLowerCase() + pascal.slice(1),
    snake: id.replaceAll('-', '_'),
  };
}

/** Files by path below a plugin's folder. */
export type Files = Record<string, string>;

/** Texts by key, in English and Arabic. */
type Texts = Record<string, readonly [en: string, ar: string]>;

/** Both catalogues of a plugin: texts whose keys begin with its id, and names of what it writes into the user log. */
export function catalogues(id: string, texts: Texts, logged: Texts = {}): Files {
  const both = [...keysWith(`${id}.`, texts), ...keysWith(`user-log.action.${id}.`, logged)];
  const of = (which: 0 | 1): string => `${JSON.stringify(Object.fromEntries(both.map(([key, words]) => [key, words[which]])), null, 2)}\n`;
  return { 'locales/en.json': of(0), 'locales/ar.json': of(1) };
}

const keysWith = (prefix: string, texts: Texts) => Object.entries(texts).map(([key, words]) => [`${prefix}${key}`, words] as const);
