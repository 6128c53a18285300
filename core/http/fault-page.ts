import { createHash } from 'node:crypto';
import type { Middleware } from 'koa';
import { sentenceOf } from '../boot/fault.ts';
import type { PluginState } from '../boot/registry.ts';
import type { RequestState } from './request-state.ts';

const COOKIE = 'faults';

const STYLE = `
  :root { color-scheme: light dark }
  body { margin: 0; font: 16px/1.5 system-ui, sans-serif; background: #b3261e; color: #fff }
  main { max-width: 60rem; margin: 0 auto; padding: 3rem 1.5rem }
  h1 { font-size: 1.6rem; margin: 0 0 .5rem }
  section { background: light-dark(#fff, #1f1b1b); color: light-dark(#1f1b1b, #f4eeee); border-radius: .5rem; padding: 1rem 1.25rem; margin: 1rem 0 }
  h2 { font-size: 1.1rem; margin: 0 0 .25rem; color: light-dark(#b3261e, #ff8a80) }
  li { margin: .35rem 0; overflow-wrap: anywhere } ul { padding-inline-start: 1.2rem; margin: 0 }
  code { font-size: .9em; background: light-dark(#f3e9e8, #382f2f); padding: .1em .35em; border-radius: .25em }
  a { color: inherit }`;

const escape = (text: string): string => text.replace(/[&<>"]/g, (c) => `&#${c.charCodeAt(0)};`);

/**
 * In development: in place of every page, what is wrong with the plugins that are off, until the developer chooses to go on without them.
 * Other faults bring the page back.
 */
export function faultPage(report: readonly PluginState[]): Middleware<RequestState> {
  const failed = report.filter(({ state }) => state === 'failed');
  const seen = createHash('sha256')
    .update(JSON.stringify(failed.map(({ id, problem }) => [id, problem])))
    .digest('base64url');
  const sections = failed.map(({ id, faults }) => {
    const lines = faults.map(
      ({ file, ...fault }) => `<li>${escape(sentenceOf(fault))}${file ? `<br><code>${escape(file)}</code>` : ''}</li>`,
    );
    return `<section><h2>${escape(id)}</h2><ul>${lines.join('')}</ul></section>`;
  });
  const title = failed.length === 1 ? 'One plugin is off' : `${failed.length} plugins are off`;
  return async (ctx, next) => {
    const isPage = ctx.method === 'GET' && ctx.accepts('html') === 'html' && !/\.[a-z0-9]+$/i.test(ctx.path);
    if (failed.length === 0 || !isPage || ctx.path.startsWith('/api/') || ctx.cookies.get(COOKIE) === seen) return next();
    if (ctx.query['without'] === seen) {
      ctx.cookies.set(COOKIE, seen, { sameSite: 'strict' });
      return ctx.redirect(ctx.path);
    }
    ctx.status = 500;
    ctx.set('cache-control', 'no-store');
    ctx.type = 'html';
    ctx.body = `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>${title}</title><style nonce="${ctx.state.nonce}">${STYLE}</style>
<main><h1>${title}</h1><p>Everything else runs. Correct what is listed here and start again, or <a href="?without=${seen}">continue without</a>.</p>${sections.join('')}</main></html>`;
  };
}
