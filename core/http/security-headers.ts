import type { Middleware } from 'koa';
import helmet from 'koa-helmet';
import type { Config } from '../../config/default.ts';
import { captchaSources } from './captcha-sources.ts';
import { NO_SOURCES, type Sources } from './plugin-sources.ts';
import { REPORTS } from './policy-reports.ts';
import type { RequestState } from './request-state.ts';

/** What browsers can do beyond showing pages, and the product never asks for.  */
const UNUSED =
  'accelerometer autoplay bluetooth camera display-capture encrypted-media geolocation gyroscope hid idle-detection magnetometer microphone midi picture-in-picture publickey-credentials-get screen-wake-lock serial usb xr-spatial-tracking';
const PERMISSIONS = UNUSED.split(' ')
  .map((feature) => `${feature}=()`)
  .join(', ');

/**
 * Headers of every answer. Scripts and styles come from here or carry this page's nonce; nothing may frame the product. Of others only
 * what plugins and a captcha service need may run code here: `sourcesFor` says what plugins need on the host that is asked.
 */
export function securityHeaders(
  config: Pick<Config, 'environment' | 'captchaSecret' | 'captchaScript'>,
  sourcesFor: (host: string | undefined) => Promise<Sources>,
): Middleware<RequestState> {
  const secure = config.environment === 'production';
  const captcha = captchaSources(config);
  // A policy is made once; the nonce, which every answer has of its own, is looked up by what was asked.
  const nonces = new WeakMap<object, string>();
  const allowing = (others: Sources): Middleware<RequestState> =>
    helmet({
      contentSecurityPolicy: {
        useDefaults: false,
        directives: {
          defaultSrc: [`'none'`],
          scriptSrc: [`'self'`, ...others['script-src'], ...captcha.scriptSrc],
          styleSrc: [`'self'`, (request) => `'nonce-${nonces.get(request)}'`, ...others['style-src'], ...captcha.styleSrc],
          imgSrc: [`'self'`, 'data:', 'blob:', ...others['img-src']],
          fontSrc: [`'self'`, ...others['font-src']],
          connectSrc: [`'self'`, ...others['connect-src'], ...captcha.connectSrc],
          manifestSrc: [`'self'`],
          // Foreign code that an agency shows its clients runs in a frame under a policy of its own.
          frameSrc: [`'self'`, ...others['frame-src'], ...captcha.frameSrc],
          objectSrc: [`'none'`],
          baseUri: [`'none'`],
          formAction: [`'self'`],
          frameAncestors: [`'none'`],
          // Markup comes from the sanitiser alone; see ui/src/trusted-types.ts.
          requireTrustedTypesFor: [`'script'`],
          trustedTypes: ['default', 'dompurify'],
          // Browsers that know the second leave the first out, and send nothing by it from where there is no https.
          reportUri: [REPORTS],
          ...(secure ? { reportTo: 'policy' } : {}),
        },
      },
      strictTransportSecurity: secure ? { maxAge: 31_536_000, includeSubDomains: true } : false,
      referrerPolicy: { policy: 'strict-origin-when-cross-origin' },
      // A page of others keeps no handle on a window of the product, and embeds nothing of it.
      crossOriginOpenerPolicy: { policy: 'same-origin' },
      crossOriginResourcePolicy: { policy: 'same-origin' },
    });
  // By the sources of others, of which there are few: those of each set of plugins that somebody has on.
  const made = new Map<string, Middleware<RequestState>>();
  return async (ctx, next) => {
    const others = await sourcesFor(ctx.req.headers.host).catch(() => NO_SOURCES);
    ctx.set('permissions-policy', PERMISSIONS);
    if (secure) ctx.set('reporting-endpoints', `policy="${REPORTS}"`);
    nonces.set(ctx.req, ctx.state.nonce);
    const key = JSON.stringify(others);
    const headers = made.get(key) ?? allowing(others);
    made.set(key, headers);
    return headers(ctx, next);
  };
}
