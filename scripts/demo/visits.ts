import { syntheticAddresses } from './people.ts';

const VISITORS = 14;
const PAGES = ['', 'beans', 'story', 'beans', 'thanks'];
const BROWSER = 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0 Safari/537.36';

/** A morning in the demo shop, told to the platform like the pixel does: people it knows, some of them twice, and two strangers. */
export async function visitShop(origin: string, key: string, shop: string): Promise<void> {
  const known = syntheticAddresses(VISITORS);
  const visits = [...known, ...known.slice(0, 4), 'stranger.one@example.org', 'stranger.two@example.org'];
  for (const [index, e] of visits.entries()) {
    const u = `${shop}/${PAGES[index % PAGES.length]}`;
    const response = await fetch(`${origin}/collect`, {
      method: 'POST',
      headers: { 'user-agent': BROWSER },
      body: JSON.stringify({ k: key, v: `demo-visitor-${visits.indexOf(e)}`, u, e, t: u.endsWith('/thanks') ? 1 : 0 }),
    });
    if (!response.ok) throw new Error(`${origin}/collect answered ${response.status}`);
  }
}
