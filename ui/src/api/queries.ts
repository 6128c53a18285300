import { QueryClient, queryOptions } from '@tanstack/react-query';
import type { Bootstrap, WireFormBody, WirePageBody } from '../../../core/contract/wire.ts';
import { call } from './call.ts';
import { ProblemError } from './problem.ts';

/** Refusals are final; only a lost network is worth another try. */
const retry = (failures: number, error: Error): boolean =>
  failures < 2 && error instanceof ProblemError && (error.network || error.problem.status >= 502);

export const queryClient = new QueryClient({
  defaultOptions: { queries: { retry, staleTime: 15_000, refetchOnWindowFocus: false } },
});

export const bootstrapQuery = queryOptions({
  queryKey: ['bootstrap'],
  queryFn: ({ signal }) => call<Bootstrap>({ method: 'GET', path: '/api/ui/bootstrap' }, { signal }),
  staleTime: Number.POSITIVE_INFINITY,
});

export const pageQuery = (id: string) =>
  queryOptions({
    queryKey: ['page', id],
    queryFn: ({ signal }) => call<WirePageBody>({ method: 'GET', path: '/api/ui/pages/:id' }, { params: { id }, signal }),
    staleTime: 5 * 60_000,
  });

export const formQuery = (id: string) =>
  queryOptions({
    queryKey: ['form', id],
    queryFn: ({ signal }) => call<WireFormBody>({ method: 'GET', path: '/api/ui/forms/:id' }, { params: { id }, signal }),
    staleTime: 60_000,
  });

/** Reads everything the server described again: after sign-in, a toggle or a change of language. */
export async function refreshDescriptions(): Promise<Bootstrap> {
  void queryClient.invalidateQueries({ queryKey: ['page'] });
  void queryClient.invalidateQueries({ queryKey: ['form'] });
  return queryClient.fetchQuery({ ...bootstrapQuery, staleTime: 0 });
}

/** Reads the data of everything on screen again. */
export const refreshData = (): Promise<void> => queryClient.invalidateQueries({ queryKey: ['source'] });

/** Reads the data that a live topic is about again. */
export const refreshTopic = (topic: string): Promise<void> =>
  queryClient.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] === 'source' && queryKey[1] === topic });
