import type { RawRouteDef } from '../contract.ts';
import type { Kernel } from '../kernel.ts';

const escape = (text: string): string => text.replace(/[&<>"]/g, (c) => `&#${c.charCodeAt(0)};`);

/** The newest mails of the local outbox as a plain page; `?json` answers data. Mounted in development only. */
export const devMail =
  (kernel: Kernel): RawRouteDef['handle'] =>
  async (_kernel, request, response) => {
    const mails = (await kernel
      .platform('core_mail')
      .orderBy('id', 'desc')
      .limit(50)
      .select('id', 'recipient', 'subject', 'body', 'state', 'created_at')) as Record<string, unknown>[];
    if (request.url?.endsWith('?json')) {
      response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(mails));
      return;
    }
    const items = mails.map(
      (m) =>
        `<article><h2>${escape(String(m['subject']))}</h2><p>to ${escape(String(m['recipient']))}, ${escape(String(m['created_at']))}</p><pre>${escape(String(m['body']))}</pre></article>`,
    );
    response
      .writeHead(200, { 'content-type': 'text/html; charset=utf-8', 'content-security-policy': `default-src 'none'` })
      .end(
        `<!doctype html><html lang="en"><title>Local outbox</title><h1>Local outbox</h1>${items.join('') || '<p>No mail yet.</p>'}</html>`,
      );
  };
