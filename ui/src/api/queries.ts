import { QueryClient, queryOptions } from '@tanstack/react-query';
import type { Bootstrap, WireFormBody, WirePageBody } from '../../../core/contract/wire.ts';
import { call } from './call.ts';
import { ProblemError } from './problem.ts';
import { session } from '../session.ts';

/** Refusals are final; only a lost network is worth another try. */
const retry = (failures: number, error: Error): boolean =>
  failures < 2 && error instanceof ProblemError && (error.network || error.problem.status >= 502);

export const queryClient = new QueryClient({
  defaultOptions: { queries: { retry, staleTime: 15_000, refetchOnWindowFocus: false } },
});

export const bootstrapQuery = queryOptions({
  queryKey: ['bootstrap'],
  queryFn: async ({ signal }): Promise<Bootstrap> => {
    const read = (): Promise<Bootstrap> => call({ method: 'GET', path: '/api/ui/bootstrap' }, { signal });
    const token = session.token;
    const bootstrap = await read();
    // A token that makes nobody of its bearer is of no use any more; one that came meanwhile is.
    if (!token || bootstrap.actor || session.token !== token) return bootstrap;
    if (session.leaveView()) return read();
    session.token = null;
    return bootstrap;
  },
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
  return readBootstrap();
}

/** The same for somebody else: the page that is still on screen is not his to ask for, so it is read again only if it stays. */
export async function forgetDescriptions(): Promise<Bootstrap> {
  for (const kind of ['page', 'form']) void queryClient.invalidateQueries({ queryKey: [kind], refetchType: 'none' });
  return readBootstrap();
}

/** Reads what is on screen and was forgotten. */
export const refetchForgotten = (): void => {
  for (const kind of ['page', 'form']) void queryClient.refetchQueries({ queryKey: [kind], type: 'active', stale: true });
};

async function readBootstrap(): Promise<Bootstrap> {
  return queryClient.fetchQuery({ ...bootstrapQuery, staleTime: 0 });
}

/** Reads the data of everything on screen again. */
export const refreshData = (): Promise<void> => queryClient.invalidateQueries({ queryKey: ['source'] });

/** Reads the data that a live topic is about again. */
export const refreshTopic = (topic: string): Promise<void> =>
  queryClient.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] === 'source' && queryKey[1] === topic });
