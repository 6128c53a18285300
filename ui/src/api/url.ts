import type { Call } from '../../../core/contract/wire.ts';

export type Scalar = string | number | boolean | null | undefined;
export type Values = Record<string, Scalar>;

/** The names of a path's parameters, in order. */
export const paramsOf = (path: string): string[] => [...path.matchAll(/:(\w+)/g)].map((match) => match[1] ?? '');

/**
 * Fills a call's path. An empty value is sent as `-`, since a path has no empty segments;
 * empty values at the end whose parameter is optional are left out.
 */
export function fillPath(call: Pick<Call, 'path' | 'optional'>, params: Values = {}): string {
  const segments = call.path.replace(/[{}]/g, '').split('/');
  const filled = segments.map((segment) => {
    const name = /^:(\w+)\??$/.exec(segment)?.[1];
    if (!name)
      return { text: segment.replace(/:(\w+)/g, (_, part: string) => encodeURIComponent(String(params[part] ?? '-'))), drop: false };
    const value = params[name];
    const empty = value === undefined || value === null || value === '';
    return { text: empty ? '-' : encodeURIComponent(String(value)), drop: empty && (call.optional ?? []).includes(name) };
  });
  while (filled.at(-1)?.drop) filled.pop();
  return filled.map((segment) => segment.text).join('/');
}

/** A query string with its `?`, or nothing; empty values are left out. */
export function queryString(query: Values = {}): string {
  const pairs = Object.entries(query).filter(([, value]) => value !== undefined && value !== null && value !== '');
  if (!pairs.length) return '';
  return `?${new URLSearchParams(pairs.map(([name, value]) => [name, String(value)]))}`;
}
