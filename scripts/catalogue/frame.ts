import { request as ask } from 'node:http';
import type { RawRouteDef } from '../../core/contract.ts';

/** Where the blocks are shown by themselves. */
export const SHOWN = '/catalogue/shown/';

/**
 * The product's page, which nothing may frame, with leave for the product itself: the catalogue shows blocks in a frame, whose width is that of a
 * screen for them.
 */
export const framedPage: RawRouteDef = {
  method: 'GET',
  path: `${SHOWN}*`,
  role: 'web',
  spends: [],
  limits: 'not there in production',
  why: 'the page of the product under a policy that lets the product frame it, in development only',
  handle: (_kernel, request, response) =>
    new Promise((resolve, reject) => {
      const { host = '' } = request.headers;
      ask({ host: '127.0.0.1', port: request.socket.localPort, path: '/', headers: { host, accept: 'text/html' } }, (page) => {
        const headers = { ...page.headers };
        headers['content-security-policy'] = String(headers['content-security-policy']).replace(
          `frame-ancestors 'none'`,
          `frame-ancestors 'self'`,
        );
        response.writeHead(page.statusCode ?? 502, headers);
        page.pipe(response).on('finish', resolve).on('error', reject);
      })
        .on('error', reject)
        .end();
    }),
};
