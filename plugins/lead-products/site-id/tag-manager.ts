import type { Ctx } from '../../../core/contract.ts';

const MOST = 3;
const LOADER = /(?:https?:)?\/\/[^\s'"<>]{1,200}\/gtm\.js\?id=/;
const CONTAINER = /\bGTM-[A-Z0-9]{4,12}\b/g;

/** Addresses of the Google Tag Manager containers that a page loads, as in the snippet that Google hands out: the loader once, the id beside it. */
export function containersIn(page: string, url: string): string[] {
  const [loader] = LOADER.exec(page) ?? [];
  if (!loader) return [];
  const ids = [...new Set(page.match(CONTAINER))].slice(0, MOST);
  return ids.map((id) => new URL(loader + id, url).href);
}

/** Whether one of the containers, as published, holds the pixel. */
export async function inContainer(ctx: Ctx, containers: readonly string[], key: string): Promise<boolean> {
  for (const url of containers) {
    const answer = await ctx.http.fetch({ method: 'GET', url, headers: { accept: 'text/javascript' } }).catch(() => null);
    if (answer?.status === 200 && answer.body.includes(key)) return true;
  }
  return false;
}
