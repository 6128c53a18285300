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
    const token = session.token;
    const bootstrap = await call<Bootstrap>({ method: 'GET', path: '/api/ui/bootstrap' }, { signal });
    // A token that makes nobody of its bearer is of no use any more; one that came meanwhile is.
    if (!token || bootstrap.actor || session.token !== token) return bootstrap;
    session.become(null);
    return bootstrap;
  },
  staleTime: Number.POSITIVE_INFINITY,
});

/**
 * What the server described belongs to one reading of the bootstrap, its edition: another edition asks again, and only for what is
 * still on screen under it. Meanwhile the same thing's older description stays in sight.
 */
const described = <Body>(kind: 'page' | 'form', id: string, edition: number, staleTime: number) =>
  queryOptions({
    queryKey: [kind, id, edition],
    queryFn: ({ signal }) => call<Body>({ method: 'GET', path: `/api/ui/${kind}s/:id` }, { params: { id }, signal }),
    placeholderData: (old, query) => (query?.queryKey[1] === id ? old : undefined),
    staleTime,
  });
export const pageQuery = (id: string, edition: number) => described<WirePageBody>('page', id, edition, 5 * 60_000);
export const formQuery = (id: string, edition: number) => described<WireFormBody>('form', id, edition, 60_000);

/** Takes over a form that changed since it was read; what stands in it stays. */
export const takeForm = (form: WireFormBody): void => void queryClient.setQueriesData({ queryKey: ['form', form.id] }, form);

/** The edition of descriptions that counts by now; components take the one they were drawn with (`useEdition`). */
export const editionNow = (): number => queryClient.getQueryState(bootstrapQuery.queryKey)?.dataUpdatedAt ?? 0;

const readBootstrap = (): Promise<Bootstrap> => queryClient.fetchQuery({ ...bootstrapQuery, staleTime: 0 });

/**
 * Reads everything the server described again: after sign-in, a toggle or a change of language. An answer that is still under way may be
 * from before that, so it is waited for and asked for once more; it is not cancelled, for somebody else may be waiting for it too.
 */
export async function refreshDescriptions(): Promise<Bootstrap> {
  if (queryClient.isFetching({ queryKey: bootstrapQuery.queryKey }) > 0) await readBootstrap().catch(() => undefined);
  return readBootstrap();
}

/** Reads the data of everything on screen again. */
export const refreshData = (): Promise<void> => queryClient.invalidateQueries({ queryKey: ['source'] });

const readTopic = (topic: string): Promise<void> =>
  queryClient.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] === 'source' && [queryKey[1]].flat().includes(topic) });

/** However much happens, a topic is read at most once in this time. */
const TOPIC_MS = 1_000;
const resting = new Map<string, { again: boolean }>();

/** Reads the data that a live topic is about again: at once, and once more at the end of a rush of news. */
export function refreshTopic(topic: string): void {
  const rest = resting.get(topic);
  if (rest) {
    rest.again = true;
    return;
  }
  const started = { again: false };
  resting.set(topic, started);
  void readTopic(topic);
  setTimeout(() => {
    resting.delete(topic);
    if (started.again) refreshTopic(topic);
  }, TOPIC_MS);
}
