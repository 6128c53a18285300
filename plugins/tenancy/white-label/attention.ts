import type { Ctx } from '../../../core/contract.ts';
import type { AttentionItem, AttentionSource } from '../../foundation/attention/contract.ts';
import { currentClaim } from './domains.store.ts';
import { mailServerOf } from './smtp.store.ts';

/** A domain under which nobody reaches the agency, and a mail server that takes no mail. */
export const settingsAttention: AttentionSource = {
  live: [],
  async find(ctx) {
    if (ctx.tenant.kind !== 'agency') return [];
    const found = await ctx.together([
      async () => (ctx.can('read', 'Domain') ? ofDomain(ctx) : []),
      async () => (ctx.can('read', 'MailServer') ? ofMailServer(ctx) : []),
    ]);
    return found.flat();
  },
};

async function ofDomain(ctx: Ctx): Promise<AttentionItem[]> {
  const claim = await currentClaim(ctx, ctx.tenant.id);
  // One that was just claimed has no records yet: that is no fault.
  if (!claim?.fault || claim.state === 'pending') return [];
  return [
    {
      id: 'white-label.domain',
      urgency: claim.state === 'failed' ? 'bad' : 'warn',
      title: ctx.t('white-label.attention.domain'),
      text: ctx.t(`white-label.domain.look.${claim.fault}`, { domain: claim.host }),
      since: claim.checked_at,
      remedy: { title: ctx.t('white-label.attention.domain.go'), address: '/configuration/general-setting?tab=addresses' },
    },
  ];
}

async function ofMailServer(ctx: Ctx): Promise<AttentionItem[]> {
  const server = await mailServerOf(ctx, ctx.tenant.id);
  if (!server?.is_on || !server.paused_until || server.paused_until <= ctx.now) return [];
  return [
    {
      id: 'white-label.mail-server',
      urgency: 'warn',
      title: ctx.t('white-label.attention.mail'),
      text: ctx.t('white-label.attention.mail.text'),
      concerns: [{ name: server.host }],
      remedy: { title: ctx.t('white-label.attention.mail.go'), address: '/configuration/general-setting?tab=mail' },
    },
  ];
}
