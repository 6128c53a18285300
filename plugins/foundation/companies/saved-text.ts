import type { Ctx } from '../../../core/contract.ts';

/** What a form about a person says when it is saved: another e-mail address only waits. */
export const savedText = (ctx: Ctx, saved: string, pendingEmail: string | null): string =>
  // The specification's texts end without a full stop.
  pendingEmail ? `${ctx.t(saved).replace(/\.?$/, '.')} ${ctx.t('companies.email-waits', { email: pendingEmail })}` : ctx.t(saved);
