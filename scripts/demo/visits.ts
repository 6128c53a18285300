import { createHash } from 'node:crypto';
import type { Kernel } from '../../core/kernel.ts';
import { syntheticAddresses } from './people.ts';

const VISITORS = 14;
const PAGES = ['', 'beans', 'story', 'beans', 'thanks'];
const BROWSER = 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0 Safari/537.36';

/** A morning in the demo shop, told to the platform like the pixel does: people it knows, some of them twice, and two strangers. */
export async function visitShop(kernel: Kernel, origin: string, key: string, shop: string): Promise<void> {
  const known = syntheticAddresses(VISITORS);
  const visits = [...known, ...known.slice(0, 4), 'stranger.one@example.org', 'stranger.two@example.org'];
  await knowBrowsers(kernel, known);
  const { s } = (await (await fetch(`${origin}/px/${key}.token`)).json()) as { s: string };
  for (const [index, e] of visits.entries()) {
    const u = `${shop}/${PAGES[index % PAGES.length]}`;
    const response = await fetch(`${origin}/collect`, {
      method: 'POST',
      headers: { 'user-agent': BROWSER, origin: shop },
      body: JSON.stringify({ k: key, v: browserOf(visits.indexOf(e)), u, e, s, t: u.endsWith('/thanks') ? 1 : 0 }),
    });
    if (!response.ok) throw new Error(`${origin}/collect answered ${response.status}`);
  }
}

const browserOf = (person: number): string => `demo-visitor-${person}`;

/** These people were met before in their browsers; so many new ones from this one computer would be held for review. */
async function knowBrowsers(kernel: Kernel, emails: readonly string[]): Promise<void> {
  await kernel.platform.raw(
    `select capture_recognise(array_agg('visitor'::text), array_agg(convert_to(b.browser, 'UTF8')), array_agg(p.person_key), null)
     from unnest(?::int[], ?::text[]) as b (n, browser)
     join capture_resolve(?::int[], array_fill(1, array[?::int]), array_fill('sha256'::text, array[?::int]), ?::bytea[]) p on p.visit = b.n`,
    [
      emails.map((_, n) => n),
      emails.map((_, n) => browserOf(n)),
      emails.map((_, n) => n),
      emails.length,
      emails.length,
      emails.map((email) => createHash('sha256').update(email).digest()),
    ] as never,
  );
}
