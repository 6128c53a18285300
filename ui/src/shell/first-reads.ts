import { bootstrapQuery, editionNow, pageQuery, queryClient } from '../api/queries.ts';
import { placeOf } from './routes.ts';

/** Asks who this is before anything is drawn, and for the page that the address names as soon as it is known. What draws them finds them on their way. */
export async function readFirst(): Promise<void> {
  const bootstrap = await queryClient.fetchQuery(bootstrapQuery).catch(() => null);
  if (!bootstrap) return; // whoever draws says what went wrong
  const place = placeOf(bootstrap, location.pathname);
  const there = place.kind === 'go' ? placeOf(bootstrap, place.to) : place;
  if (there.kind === 'page') await queryClient.prefetchQuery(pageQuery(there.page.id, editionNow()));
}
