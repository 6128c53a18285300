import type { Registry } from '../../core/boot/registry.ts';
import type { RouteDef } from '../../core/contract.ts';

/** One thing that a screen asks for. */
export interface PageRequest {
  route: string;
  what: string;
  path: string;
}

/** Words that many rows have, one has, and none has. */
const SEARCHES = { many: 'maple', one: 'Maple 17', none: 'walnut' };
/** The same for leads, the only ones with names of their own. */
const LEAD_SEARCHES = { name: 'last1234', one: 'person4243@people.example', none: 'walnut' };
const PER_PAGE = 25;

/** What only says which part of a list is wanted. */
const PLACE = ['Page', 'PerPage', 'sortby', 'order'];

/**
 * All that can be asked for by knowing one's company and nothing else: lists with their first page, each search, each sort and each value of a
 * filter that has names for its values, choosers, figures, the bootstrap. Which of it a person may have is for the product to say.
 */
export const pageRequests = (registry: Pick<Registry, 'routes'>, companyId: number): PageRequest[] =>
  [...registry.routes.values()]
    .map(({ def }) => def)
    .filter(isAsked)
    .flatMap((def) => requestsOf(def, companyId));

/** Files, and what may be asked a few times only, are no screens. */
const isAsked = (def: RouteDef): boolean =>
  def.method === 'GET' && !def.rate && !('x-file' in (def.response ?? {})) && !def.path.includes('*');

function requestsOf(def: RouteDef, companyId: number): PageRequest[] {
  const base = `/api${def.path
    .replace(/\{[^}]*\}/g, '')
    .replace(/:company_?id/gi, String(companyId))
    .replace(/:\w+/g, '-')}`;
  const request = (what: string, query = ''): PageRequest => ({ route: def.id, what, path: base + query });
  const asks = (def.query?.['properties'] ?? {}) as Record<string, { enum?: string[] }>;
  const isPaged = 'PerPage' in asks;
  const page = isPaged ? `?Page=1&PerPage=${PER_PAGE}` : '';
  const filters = Object.entries(asks)
    .filter(([name]) => !PLACE.includes(name))
    .flatMap(([name, { enum: values = [] }]) => values.filter(Boolean).map((value) => [name, value] as const))
    .map(([name, value]) => request(`${name} ${value}`, `${page || '?'}&${name}=${value}`));
  if (!isPaged) return [request('whole'), ...filters];
  const searches = def.id.startsWith('reports.') ? LEAD_SEARCHES : SEARCHES;
  return [
    request('first page', page),
    ...filters,
    ...(asks['search'] ? Object.entries(searches).map(([name, text]) => request(`search ${name}`, `${page}&search=${text}`)) : []),
    ...(asks['sortby']?.enum ?? []).flatMap((sort) =>
      ['asc', 'desc'].map((order) => request(`${sort} ${order}`, `${page}&sortby=${sort}&order=${order}`)),
    ),
  ];
}
