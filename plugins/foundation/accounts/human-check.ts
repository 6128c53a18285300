import { Captcha, type Ctx, Problem } from '../../../core/contract.ts';
import type { HumanCheckApi } from './contract.ts';
import { attemptKeys, attempts, noteAttempt } from './login-guard.ts';

/** From this many attempts of a quarter of an hour on, a puzzle is asked for where a captcha service is configured. */
const FREE_ATTEMPTS = 5;

/** The port's implementation for one call of an `intent` route. */
export const humanCheckOf = (ctx: Ctx): HumanCheckApi => ({
  async pass(name, token) {
    const captcha = ctx.use(Captcha);
    if (captcha.siteKey === null || ctx.host.id === 0) return;
    const count = await ctx.transaction((tx) => attempts(tx, attemptKeys(tx, name)));
    if (count < FREE_ATTEMPTS) return;
    if (token && (await captcha.accepts(token, ctx.ip))) return;
    const code = token ? 'accounts.captcha.refused' : 'accounts.captcha.needed';
    throw new Problem(422, code, {
      errors: [{ field: 'gtoken', message: code }],
      extra: { captcha: captcha.siteKey, captcha_script: captcha.script },
    });
  },
  async note(name) {
    if (ctx.host.id !== 0) await ctx.transaction((tx) => noteAttempt(tx, attemptKeys(tx, name)));
  },
});
