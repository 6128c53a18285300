import { type Ctx, type MailInput, shownMoney, type Tenant, type TextOf } from '../../../core/contract.ts';
import { mailOwner } from '../../foundation/accounts/shared.ts';
import { alarmAt } from './alarms.ts';
import type { CampaignRow } from './campaign.store.ts';
import { toldPeople } from './lead-notices.job.ts';
import type { Taken } from './quota.store.ts';

/**
 * Tells client and agency when 50, 80 or 100 percent of a campaign's caps are used. The counts that it goes by are locked and only rise
 * within their window, so each alarm is told once in it, in the transaction that takes the places.
 */
export async function alarmOfCaps(
  ctx: Ctx,
  row: CampaignRow,
  { got, leadsLeft, moneyLeft, spentCents }: Taken,
  centsEach: number,
): Promise<void> {
  const used = row.lead_limit - (leadsLeft ?? 0);
  const leads = leadsLeft === null ? null : alarmAt(row.lead_limit, used - got, used);
  if (leads !== null) await tell(ctx, row, leads, { key: 'campaigns.alarm.leads', params: { used, limit: row.lead_limit } });

  const limit = Number(row.cost_limit_cents);
  // A ceiling that has no room for another lead is used up.
  const spent = moneyLeft === 0 ? limit : spentCents;
  const money = moneyLeft === null ? null : alarmAt(limit, spentCents - got * centsEach, spent);
  if (money !== null) await tell(ctx, row, money, { key: 'campaigns.alarm.money', params: { limit: shownMoney(limit) } });
}

async function tell(ctx: Ctx, row: CampaignRow, percent: number, cap: TextOf): Promise<void> {
  const mailFor = async (company: Tenant): Promise<Omit<MailInput, 'to'>> => ({
    subject: 'campaigns.mail.alarm.subject',
    text: `campaigns.mail.alarm.${percent === 100 ? 'used-up' : 'text'}`,
    params: {
      campaign: row.name,
      percent: String(percent),
      link: `${await ctx.origin(company)}/${ctx.named(row.product).url}/dashboard`,
    },
    texts: { cap },
    about: 'notice',
  });
  const named = (await toldPeople(ctx, row.agency_id)).filter(({ id }) => row.admin_notify_to.includes(id));
  const agency = await ctx.company(row.agency_id);
  if (agency) {
    const mail = await mailFor(agency);
    for (const { email: to } of named) await ctx.mail({ to, ...mail });
    if (named.length === 0) await mailOwner(ctx, agency, mail);
  }
  const client = await ctx.company(row.company_id);
  if (client) await mailOwner(ctx, client, await mailFor(client));
  await ctx.live('campaigns', row.company_id);
  await ctx.audit({
    action: 'campaigns.cap-alarm',
    companyId: row.company_id,
    concerns: { kind: 'campaign', id: row.id },
    description: `${percent}% of a limit used: ${row.name}`,
    target: row.name,
    detail: { percent, cap: ctx.t(cap.key, cap.params) },
  });
}
