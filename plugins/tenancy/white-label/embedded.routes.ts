import { type Ctx, defineRoute, notFound, type RawRouteDef, T } from '../../../core/contract.ts';
import { defineNamedSetting } from './contract.ts';
import { embeddedOf, givePass, hashOf, PLACES, saveEmbedded, takePass } from './embedded.store.ts';

const MOST_LETTERS = 20_000;
const FRAME = '/embedded/';
/** Where money, credentials or agreements are on screen, nothing foreign stands beside them. */
const NEVER_ON =
  /^\/(user|login|sso|register|agency-register|forgot|reset|privacy-policy|term-of-use|service-billing-agreement|download-auth|marketing-services|configuration\/data-wallet)(\/|-|$)/;

export const EmbeddedFields = {
  placeEmbedded: T.Enum([...PLACES], { default: 'footer' }),
  /** Left out or empty: none any more. */
  embeddedcode: T.Optional(T.String({ maxLength: MOST_LETTERS })),
};

export const embeddedRoutes = [
  defineRoute({
    id: 'white-label.embedded',
    method: 'GET',
    path: '/configuration/embedded-code',
    summary: 'The code an agency shows its clients, for its owner',
    ability: ['read', 'EmbeddedCode'],
    response: T.Object({
      placeEmbedded: T.String(),
      embeddedcode: T.String(),
      hash: T.String(),
      changed_at: T.Union([T.String(), T.Null()]),
    }),
    async handler(ctx) {
      const found = await embeddedOf(ctx, ctx.tenant.id);
      return {
        placeEmbedded: found?.place ?? 'footer',
        embeddedcode: found?.code ?? '',
        hash: found?.hash ?? '',
        changed_at: found?.changed_at.toISOString() ?? null,
      };
    },
  }),
  defineRoute({
    id: 'white-label.save-embedded',
    method: 'PUT',
    path: '/configuration/embedded-code',
    summary: 'Change the code an agency shows its clients',
    ability: ['update', 'EmbeddedCode'],
    stepUp: true,
    body: T.Object(EmbeddedFields),
    response: T.Object({ hash: T.String(), message: T.String() }),
    async handler(ctx, { body }) {
      const code = (body.embeddedcode ?? '').trim();
      const before = await embeddedOf(ctx, ctx.tenant.id);
      await saveEmbedded(ctx, ctx.tenant.id, body.placeEmbedded, code);
      const hash = code ? hashOf(code) : '';
      await ctx.audit({
        action: code ? 'white-label.embedded-changed' : 'white-label.embedded-removed',
        description: code ? `Embedded code changed, SHA-256 ${hash}` : 'Embedded code removed',
        detail: { place: body.placeEmbedded, hash, before: before?.hash ?? null },
      });
      return { hash, message: ctx.t(code ? 'white-label.embedded.saved' : 'white-label.embedded.removed') };
    },
  }),
  defineRoute({
    id: 'white-label.embedded-frame',
    method: 'GET',
    path: '/embedded-code',
    summary: 'The address of the frame with the agency code for one screen, or nothing',
    ability: 'signed-in',
    query: T.Object({ path: T.String({ minLength: 1, maxLength: 300 }) }),
    response: T.Object({ place: T.Union([T.Enum([...PLACES]), T.Null()]), src: T.Union([T.String(), T.Null()]) }),
    async handler(ctx, { query }) {
      const given = isShownTo(ctx, query.path) ? await givePass(ctx) : null;
      return { place: given?.place ?? null, src: given ? FRAME + given.pass : null };
    },
  }),
];

/** Only clients, on their own agency's host, themselves before the screen, and not beside anything that matters. */
const isShownTo = (ctx: Ctx, path: string): boolean =>
  ctx.tenant.kind === 'client' && ctx.viewedBy === null && ctx.host.id === ctx.tenant.agencyId && !NEVER_ON.test(path);

/** The specification's read of the setting. It tells clients where the code stands, and the code to those who set it. */
export const embeddedSetting = defineNamedSetting({
  name: 'rootAgencyEmbeddedCode',
  fromBelow: true,
  async read(ctx, company) {
    const none = { placeEmbedded: 'footer', embeddedcode: '', data: {} };
    if (company.id !== ctx.tenant.agencyId) throw notFound();
    if (!ctx.can('read', 'EmbeddedCode')) return none;
    const found = await embeddedOf(ctx, company.id);
    if (!found) return none;
    const answer = { placeEmbedded: found.place, embeddedcode: found.code };
    return { ...answer, data: { ...answer, hash: found.hash } };
  },
});

/** Scripts of the frame may reach the web, but never this product: the sandbox takes its origin, and no cookie or token is there to take. */
const FRAME_POLICY = [
  'sandbox allow-scripts',
  `default-src 'none'`,
  `script-src 'unsafe-inline' https:`,
  `style-src 'unsafe-inline' https:`,
  'img-src https: data:',
  'font-src https: data:',
  'connect-src https:',
  `base-uri 'none'`,
  `form-action 'none'`,
  `frame-ancestors 'self'`,
].join('; ');

export const embeddedFrame: RawRouteDef = {
  method: 'GET',
  path: `${FRAME}*`,
  role: 'web',
  spends: [],
  limits: 'a pass of 32 signs, good once, for one address; requests at once of one address',
  why: 'a frame sends no token, and its answer carries a policy of its own that keeps foreign code away from the product',
  async handle(kernel, request, response) {
    const pass = (request.url ?? '').slice(FRAME.length);
    const host = (request.headers.host ?? '').replace(/:\d{1,5}$/, '').toLowerCase();
    const code = /^[A-Za-z0-9_-]{32}$/.test(pass) ? await takePass(kernel.platform, pass, host) : null;
    response.writeHead(code === null ? 404 : 200, {
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': FRAME_POLICY,
      'cache-control': 'no-store',
      'referrer-policy': 'no-referrer',
      'x-content-type-options': 'nosniff',
      'cross-origin-resource-policy': 'same-origin',
    });
    response.end(
      code === null ? '' : `<!doctype html><html><head><meta charset="utf-8"></head><body style="margin:0">${code}</body></html>`,
    );
  },
};
