import { editionNow, pageQuery, queryClient } from '../api/queries.ts';
import { openDialog } from './dialog-store.ts';

/** Shows a page's blocks in a dialog over whatever is open. Throws a ProblemError when the server does not give the page. */
export async function openPage(id: string): Promise<void> {
  const { title, blocks } = await queryClient.fetchQuery(pageQuery(id, editionNow()));
  openDialog({ as: 'modal', title, context: null, content: { kind: 'blocks', blocks } });
}
