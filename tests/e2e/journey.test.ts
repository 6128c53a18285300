import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Readable } from 'node:stream';
import { parse } from 'csv-parse/sync';
import type { Page } from 'playwright';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { derivedKey } from '../../config/default.ts';
import { PERSON_KEY } from '../../plugins/lead-intake/capture/identity/person.ts';
import { importIdentities } from '../../scripts/import-identities/import.ts';
import { openStage, type Stage } from './support.ts';

/** A person's browser; the test's own calls itself headless, which counts as a machine. */
const AGENT = 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36';
const FORM = '<form action="/sent"><input type="email" name="mail" aria-label="E-mail"><button>Order</button></form>';

let stage: Stage;
let site: Server;
let origin: string;
let script = '';
const hooks: Record<string, unknown>[] = [];

beforeAll(async () => {
  site = createServer((request, response) => {
    if (request.method !== 'POST') {
      const title = { '/': 'Welcome', '/pricing': 'Pricing', '/thanks': 'Thank you' }[request.url!.split('?')[0]!] ?? 'Shop';
      return void response
        .setHeader('content-type', 'text/html')
        .end(`<!doctype html><title>${title}</title>${script}<h1>${title}</h1>${title === 'Thank you' ? FORM : ''}`);
    }
    let body = '';
    request.on('data', (part: Buffer) => (body += part.toString()));
    request.on('end', () => {
      hooks.push((JSON.parse(body) as { data: Record<string, unknown> }).data);
      response.end('ok');
    });
  });
  await new Promise<void>((resolve) => void site.listen(0, 'localhost', resolve));
  origin = `http://localhost:${(site.address() as AddressInfo).port}`;
  stage = await openStage({ egressAllow: [new URL(origin).host] });
  await prepare();
});
afterAll(async () => {
  await stage.close();
  site.close();
});

/** Somebody in the graph, an agency that is billed by hand, a webhook and a running campaign that reads forms. */
async function prepare(): Promise<void> {
  const { app } = stage;
  const { a, operator } = app.fixtures;
  const must = async (...call: Parameters<typeof app.call>): Promise<any> => {
    const answer = await app.call(...call);
    expect(answer.status, `${call[0]} ${call[1]}: ${answer.text}`).toBeLessThan(300);
    return answer.body;
  };
  await importIdentities(Readable.from(['first_name,last_name,email\nAnn,Example,ann@people.example\n']), {
    url: app.databaseUrl,
    key: derivedKey(app.kernel.config, PERSON_KEY),
    say: () => undefined,
  });
  await must('POST', '/api/configuration/agencies/manual-bill', operator, { body: { companyID: a.tenant.id, manualBill: 'T' } });
  await must('POST', '/api/integrations/connect/connector-webhook.webhook', a.clients[0]!.user, { body: { url: `${origin}/hook` } });
  const { leadspeek_api_id: id } = await must('POST', '/api/leadspeek/client/create', a.owner, {
    body: {
      companyID: a.clients[0]!.tenant.id,
      leadspeekType: 'local',
      campaignName: 'Shop',
      urlCode: `${origin}/`,
      urlCodeThankyou: `${origin}/thanks`,
      pagesHot: ['/thanks'],
      formCapture: 'T',
    },
  });
  script = (await must('GET', `/api/site-id/pixel/${id}`, a.owner)).script.replace(/https?:\/\/[^/"]+/, app.url);
  await must('PUT', '/api/leadspeek/client/activepause', a.owner, { body: { leadspeekID: id, status: 'active' } });
  await app.settle();
}

/** Opens a page of the site and waits until its view is with the product. */
async function visit(page: Page, path: string, referer?: string): Promise<void> {
  const view = page.waitForResponse((response) => response.url().endsWith('/collect') && response.status() === 204);
  await page.goto(origin + path, referer ? { referer } : {});
  await view;
}

test('three pages, an order and a form on the last of them are seen whole on the lead, in the file and at the webhook', async () => {
  const { app } = stage;
  const client = app.fixtures.a.clients[0]!.user;
  const context = await stage.profile({ userAgent: AGENT });
  const shopping = await context.newPage();
  await visit(
    shopping,
    '/?utm_source=google&utm_medium=cpc&utm_campaign=spring&gclid=EAIa&mail=ann%40people.example',
    'http://news.localhost/',
  );
  await visit(shopping, '/pricing');
  await visit(shopping, '/thanks');
  const ordered = shopping.waitForRequest((request) => (request.postData() ?? '').includes('"x":'));
  await shopping.evaluate(() => (window.leadEvents ??= []).push({ name: 'order', value: 49.9, currency: 'USD', id: 'A-1' }));
  await ordered;
  const identified = shopping.waitForRequest((request) => (request.postData() ?? '').includes('"e":'));
  await shopping.getByLabel('E-mail').fill('ann@people.example');
  await shopping.getByRole('button', { name: 'Order' }).click();
  await identified;

  await expect.poll(() => hooks.length, { timeout: 20_000 }).toBe(1);
  const known = {
    firstSource: 'google',
    firstMedium: 'cpc',
    firstCampaign: 'spring',
    firstClickIdName: 'gclid',
    firstClickId: 'EAIa',
    firstReferrer: 'news.localhost',
    firstLandingPage: `${origin}/`,
    lastSource: 'google',
    lastLandingPage: `${origin}/`,
    conversions: 1,
    conversionValue: '49.90',
    conversionCurrency: 'USD',
  };
  expect(hooks[0]).toMatchObject({ email: 'ann@people.example', url: `${origin}/thanks`, ...known });
  await context.close();

  const file = await app.call('GET', '/api/reports/leads.csv', client);
  expect(parse(file.text, { bom: true, columns: true })).toMatchObject([
    { 'E-mail': 'ann@people.example', 'First source': 'google', 'First click ID': 'EAIa', 'Conversion value': '49.90' },
  ]);

  const page = await stage.open('/leads', client);
  await page.getByRole('button', { name: 'Details of Ann Example' }).click();
  await page.getByText('google / cpc').first().waitFor();
  await page.getByText('gclid EAIa').waitFor();
  const pages = page.getByRole('table', { name: 'Pages viewed' }).getByRole('row');
  await expect.poll(() => pages.count()).toBeGreaterThanOrEqual(5);
  const texts = (await pages.allInnerTexts()).map((text) => text.replace(/\s+/g, ' '));
  expect(texts[1]).toMatch(/^\/ .*Welcome.*google \/ cpc/);
  expect(texts[2]).toMatch(/^\/pricing .*Pricing/);
  expect(texts[3]).toMatch(/^\/thanks .*Thank you.*Thank-you page/);
  expect(texts[4]).toMatch(/^\/thanks .*order · \$49\.90/);
  expect(await stage.faults(page)).toEqual([]);

  const dashboard = await stage.open('/', client);
  await dashboard.getByText('Conversion rate').waitFor();
  await dashboard.getByText('$49.90').waitFor();
  await dashboard.getByRole('region', { name: 'Top sources' }).getByText('google / cpc').waitFor();
  expect(await app.kernel.platform('core_mail').where({ subject: 'Shop: leads on hot pages' }).pluck('recipient')).toEqual([client.email]);
});

test('the browser had nothing to complain about', () => expect(stage.complaints).toEqual([]));
