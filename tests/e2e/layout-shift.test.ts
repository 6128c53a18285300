import pg from 'pg';
import type { Page, Request } from 'playwright';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Person } from '../../core/testing/fixtures.ts';
import { addCampaign } from '../../scripts/bench/installation.ts';
import { putLead } from '../support/put-lead.ts';
import { openStage, type Stage } from './support.ts';

/** Share of the screen that moves, times how far, in all: what is good counts below 0.1, what nobody notices far below that. */
const MOST = 0.02;

let stage: Stage;
beforeAll(async () => {
  stage = await openStage();
  const owner = new pg.Pool({ connectionString: stage.app.databaseUrl, options: '-c app.scope=platform' });
  for (const { tenant } of stage.app.fixtures.a.clients)
    for (let n = 1; n <= 6; n += 1) {
      const campaign = await addCampaign(owner, tenant, `Campaign ${n}`);
      for (let k = 1; k <= 5; k += 1)
        await putLead(stage.app, { client: tenant, campaign, name: `lead${n}${k}`, cents: 150, at: new Date(Date.now() - k * 86_400_000) });
    }
  await owner.end();
});
afterAll(() => stage.close());

interface Shift {
  value: number;
  moved: string[];
}

/** Data that is on its way; the stream of news never ends. */
function requestsOf(page: Page) {
  const open = new Set<Request>();
  page.on('request', (request) => void (request.url().endsWith('/api/live') || open.add(request)));
  const end = (request: Request): void => void open.delete(request);
  page.on('requestfinished', end).on('requestfailed', end);
  return {
    async over(): Promise<void> {
      await expect.poll(() => open.size).toBe(0);
    },
  };
}

/** What moved since the page was begun, without anybody having done anything. */
const shiftsOf = (page: Page): Promise<Shift[]> =>
  page.evaluate(
    () =>
      new Promise<Shift[]>((resolve) => {
        type Entry = PerformanceEntry & {
          value: number;
          hadRecentInput: boolean;
          sources: { node: Node | null; previousRect: DOMRect; currentRect: DOMRect }[];
        };
        const nameOf = (node: Node | null): string =>
          node instanceof Element
            ? `${node.tagName.toLowerCase()}.${node.className} ${node.textContent.slice(0, 30)}`
            : String(node?.textContent);
        const seen: Shift[] = [];
        new PerformanceObserver((list) => {
          for (const { value, hadRecentInput, sources } of list.getEntries() as Entry[])
            if (!hadRecentInput)
              seen.push({
                value,
                moved: sources.map((s) => `${nameOf(s.node)}: ${Math.round(s.previousRect.y)} -> ${Math.round(s.currentRect.y)}`),
              });
        }).observe({ type: 'layout-shift', buffered: true });
        // What is buffered comes before the next frames.
        requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(() => resolve(seen))));
      }),
  );

const people: Record<string, () => Person | null> = {
  nobody: () => null,
  client: () => stage.app.fixtures.a.clients[0]!.user,
  agency: () => stage.app.fixtures.a.owner,
  operator: () => stage.app.fixtures.operator,
};
const ROWS = 'main table[aria-busy=false] tbody tr, main [data-card], main ul li';
const READY: Record<string, string> = {
  '/login': 'main button[type=submit]',
  '/configuration/report-analytics': 'main:has(figure) :is(table[aria-busy=false] tbody tr, [data-card], ul li)',
};
const VISITS: [path: string, who: string][] = [
  ...['/siteid/dashboard', '/siteid/campaign-management', '/leads'].flatMap((path) =>
    ['client', 'agency'].map((who): [string, string] => [path, who]),
  ),
  ['/configuration/report-analytics', 'operator'],
  ['/login', 'nobody'],
];
/** What stands in for what is still to come. */
const PLACEHOLDERS = '.mantine-Skeleton-root, [data-early]';

test.for([1440, 400].flatMap((width) => VISITS.map(([path, who]): [string, number, string] => [path, width, who])))(
  '%s stays where it is while it comes, %i pixels wide, for a person of a %s',
  async ([path, width, who]) => {
    const page = await stage.open(path, people[who]!(), { width, firstVisit: true });
    const requests = requestsOf(page);
    await page.waitForFunction(
      ([rows, placeholders]) => document.querySelector(rows) && !document.querySelector(placeholders) && document.fonts.status === 'loaded',
      [READY[path] ?? ROWS, PLACEHOLDERS] as const,
    );
    await requests.over();
    const shifts = await shiftsOf(page);
    const sum = shifts.reduce((all, { value }) => all + value, 0);
    expect(sum, JSON.stringify(shifts, null, 1)).toBeLessThan(MOST);
    await stage.leave(page);
  },
);
