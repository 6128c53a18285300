import { readFile } from 'node:fs/promises';
import type { IncomingMessage } from 'node:http';
import { freePort } from '../../core/http/free-port.ts';
import { close, listen } from '../../core/http/server.ts';
import type { Kernel } from '../../core/kernel.ts';
import { answerTo, SUPPLIER_PATH } from './information.ts';
import { demoPixel, demoWebhookSecret } from './seed.ts';
import { PAGES, pageHtml } from './shop-pages.ts';
import { WebhookReceiver } from './receiver.ts';

const FILES: Record<string, string> = { '/style.css': 'text/css', '/shop.js': 'text/javascript' };

/** Serves the demo shop, the webhook receiver and the supplier of information on a port of their own. Answers the port and how to stop. */
export async function startShop(kernel: Kernel): Promise<{ port: number; stop: () => Promise<void> }> {
  const receiver = new WebhookReceiver(() => demoWebhookSecret(kernel));
  // There is none before the demo is made.
  let pixel = '';
  const { server, port } = await listen(
    async (request, response) => {
      const path = new URL(request.url ?? '/', 'http://shop').pathname;
      if (request.method === 'POST' && path === '/webhooks/receive') {
        const signed = await receiver.take(request.headers, await bodyOf(request));
        return response.writeHead(signed ? 200 : 400).end(signed ? 'ok' : 'signature does not fit');
      }
      if (request.method === 'POST' && path === '/webhooks/retired') return response.writeHead(503).end('moved to another system');
      if (request.method === 'POST' && path === SUPPLIER_PATH) {
        const answer = answerTo(JSON.parse(await bodyOf(request)) as Parameters<typeof answerTo>[0]);
        return response.writeHead(answer ? 200 : 404, { 'content-type': 'application/json' }).end(answer ? JSON.stringify(answer) : '');
      }
      if (path === '/webhooks.json')
        return response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(receiver.json()));
      const file = FILES[path];
      if (file) return response.writeHead(200, { 'content-type': file }).end(await readFile(new URL(`./shop${path}`, import.meta.url)));
      const page =
        path === '/webhooks'
          ? { title: 'Webhook receiver', body: receiver.html() }
          : (PAGES[path] ?? (path.startsWith('/box/') ? PAGES['/box/'] : undefined));
      if (!page) return response.writeHead(404, { 'content-type': 'text/html' }).end(pageHtml('Not found', '<h1>Not found</h1>', ''));
      pixel ||= await demoPixel(kernel);
      return response
        .writeHead(200, { 'content-type': 'text/html; charset=utf-8' })
        .end(pageHtml(page.title, page.body, path === '/webhooks' ? '' : pixel));
    },
    await freePort(kernel.config.shopPort),
    '0.0.0.0',
  );
  return { port, stop: () => close(server, 200) };
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part as Buffer);
  return Buffer.concat(parts).toString('utf8');
}
