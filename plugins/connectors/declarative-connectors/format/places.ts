import type { Document, DocumentStep } from './schema.ts';

/** Where a template stands, which says what may stand in it. */
type Kind = 'url' | 'query' | 'header' | 'basic' | 'json' | 'form' | 'condition' | 'ref';
export interface Place {
  path: readonly (string | number)[];
  text: string;
  kind: Kind;
}
/** The calls of one part of a document. */
export interface Part {
  path: readonly (string | number)[];
  of: 'test' | 'erase' | 'action';
  steps: readonly DocumentStep[];
  ref?: string;
  /** By what somebody is erased. */
  by?: string;
}

export const partsOf = ({ test, erase, actions }: Document): Part[] => [
  ...(test ? [{ path: ['test'], of: 'test' as const, steps: test.steps }] : []),
  ...(erase ? [{ path: ['erase'], of: 'erase' as const, steps: erase.steps, by: erase.by }] : []),
  ...Object.entries(actions).map(([name, { steps, ref }]) => ({
    path: ['actions', name],
    of: 'action' as const,
    steps,
    ...(ref === undefined ? {} : { ref }),
  })),
];

/** All templates of a step. */
export function templatesOf(step: DocumentStep, path: readonly (string | number)[]): Place[] {
  const within = (member: 'query' | 'headers' | 'form' | 'basic', kind: Kind): Place[] =>
    Object.entries(step[member] ?? {}).map(([name, text]) => ({ path: [...path, member, name], text, kind }));
  return [
    { path: [...path, 'url'], text: step.url, kind: 'url' },
    ...(step.when ? [{ path: [...path, 'when', 'value'], text: step.when.value, kind: 'condition' as const }] : []),
    ...within('query', 'query'),
    ...within('headers', 'header'),
    ...within('basic', 'basic'),
    ...within('form', 'form'),
    ...inJson(step.json, [...path, 'json']),
  ];
}

/** Texts in a JSON body; `$if` is a placeholder without its braces. */
function inJson(value: unknown, path: readonly (string | number)[]): Place[] {
  if (typeof value === 'string') return [{ path, text: value, kind: 'json' }];
  if (Array.isArray(value)) return value.flatMap((item, index) => inJson(item, [...path, index]));
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, member]) =>
    name === '$if'
      ? [{ path: [...path, name], text: `{{ ${String(member)} }}`, kind: 'condition' as const }]
      : inJson(member, [...path, name]),
  );
}
