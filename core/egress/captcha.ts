import type { Config } from '../../config/default.ts';
import { type CaptchaApi, type Egress, Problem } from '../contract.ts';

const TIMEOUT_MS = 5_000;

type CaptchaConfig = Pick<Config, 'captchaSecret' | 'captchaUrl' | 'captchaSiteKey' | 'captchaScript'>;

/** The `siteverify` call that the usual captcha services have in common: a form with secret, response and address, answered by `success`. */
export function captchaOf(config: CaptchaConfig, egress: Egress): CaptchaApi {
  return {
    siteKey: config.captchaSecret ? config.captchaSiteKey : null,
    script: config.captchaScript,
    async accepts(token, ip) {
      const body = new URLSearchParams({ secret: config.captchaSecret, response: token, remoteip: ip }).toString();
      try {
        const answer = await egress.fetch({
          method: 'POST',
          url: config.captchaUrl,
          headers: { 'content-type': 'application/x-www-form-urlencoded' },
          body,
          timeoutMs: TIMEOUT_MS,
        });
        if (answer.status !== 200) throw new Error(`status ${answer.status}`);
        return (JSON.parse(answer.body) as { success?: unknown }).success === true;
      } catch (cause) {
        // Without an answer nobody is waved through; the caller may try again.
        throw Object.assign(new Problem(503, 'core.problem.unavailable', { headers: { 'retry-after': '5' } }), { cause });
      }
    },
  };
}
