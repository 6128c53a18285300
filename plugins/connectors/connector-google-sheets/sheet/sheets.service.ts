import { conflict, type Ctx, notFound, type Tenant } from '../../../../core/contract.ts';
import { Campaigns, type Campaign } from '../../../campaign-management/campaigns/contract.ts';
import { Leads } from '../../../lead-intake/leads/contract.ts';
import { Google } from '../google.ts';
import { TOPIC } from '../topic.ts';
import { columnsFor } from './columns.ts';
import {
  accountFor,
  dueNow,
  insertSheet,
  noteEvent,
  goOnElsewhere,
  queueLeads,
  sheetFor,
  sheetOfCampaign,
  startOver,
} from './sheet.store.ts';
import { readersOf } from './sharing.ts';

/** The job that writes. */
export const WRITE = { id: 'connector-google-sheets.write' } as const;
/** Leads that a campaign has already, which a new spreadsheet begins with: so many at a time, and at most so many times. */
const PAGE = 1_000;
const MOST_PAGES = 50;

/** Begins a spreadsheet for a campaign, with the leads that it has. Null where it has one, or where nobody connected a Google account. */
export async function beginSheet(ctx: Ctx, campaign: Campaign, client: Tenant): Promise<number | null> {
  const account = await accountFor(ctx, client.id);
  if (!account) return null;
  const columns = columnsFor(ctx, campaign.product);
  const name = `${campaign.name} (${client.name})`.slice(0, 200);
  const id = await insertSheet(ctx, { companyId: client.id, campaignId: campaign.id, account, name, columns });
  if (id === null) return null;
  const sheet = { id, company_id: client.id };
  const query = { campaignId: campaign.id, sort: 'created' as const, order: 'asc' as const, to: ctx.now, perPage: PAGE };
  for (let page = 1; page <= MOST_PAGES; page += 1) {
    const { rows } = await ctx.use(Leads).page({ ...query, page });
    await queueLeads(
      ctx,
      sheet,
      rows.map((lead) => lead.id),
    );
    if (rows.length < PAGE) break;
  }
  await noteEvent(ctx, sheet, 'created');
  await ctx.live(TOPIC, client.id);
  await ctx.wake(WRITE);
  return id;
}

/** The same for a person, who hears why it cannot be. */
export async function createSheet(ctx: Ctx, campaignId: number): Promise<{ id: number; name: string }> {
  const campaign = await ctx.use(Campaigns).find(campaignId);
  const client = campaign && (await ctx.company(campaign.companyId));
  if (!campaign || !client || !ctx.can('create', 'Spreadsheet')) throw notFound();
  if (!ctx.service(Google)) throw conflict('connector-google-sheets.problem.unconfigured');
  if (!(await accountFor(ctx, client.id))) throw conflict('connector-google-sheets.problem.connect-first');
  const id = await beginSheet(ctx, campaign, client);
  if (id === null) throw conflict('connector-google-sheets.problem.exists');
  await ctx.audit({
    action: 'connector-google-sheets.created',
    description: `Created a Google spreadsheet for ${campaign.name}`,
    companyId: client.id,
    target: String(id),
    params: { name: campaign.name },
  });
  return { id, name: campaign.name };
}

/** Writes all leads of the campaign anew: into another tab, or into another spreadsheet where the first is out of reach. */
export async function resetSheet(ctx: Ctx, id: number): Promise<{ isNew: boolean; name: string }> {
  const sheet = await sheetFor(ctx, id, 'update');
  const isNew = sheet.account_state === 'revoked' || sheet.state === 'missing' || sheet.state === 'denied' || sheet.state === 'full';
  const account = isNew ? await accountFor(ctx, sheet.company_id) : null;
  if (isNew && !account) throw conflict('connector-google-sheets.problem.connect-first');
  await startOver(ctx, sheet, account);
  await noteEvent(ctx, sheet, 'reset');
  await ctx.audit({
    action: 'connector-google-sheets.reset',
    description: `Began ${isNew ? 'another spreadsheet' : 'another tab'} for ${sheet.name}`,
    companyId: sheet.company_id,
    target: String(id),
    params: { name: sheet.name },
  });
  await ctx.live(TOPIC, sheet.company_id);
  await ctx.wake(WRITE);
  return { isNew, name: sheet.name };
}

/** Goes on in another spreadsheet where this one is full: the leads that wait are written there. Throws 409 where it is not full. */
export async function continueSheet(ctx: Ctx, id: number): Promise<{ name: string }> {
  const sheet = await sheetFor(ctx, id, 'update');
  if (sheet.state !== 'full') throw conflict('connector-google-sheets.problem.not-full');
  const account = await accountFor(ctx, sheet.company_id);
  if (!account) throw conflict('connector-google-sheets.problem.connect-first');
  await goOnElsewhere(ctx, sheet, account);
  await noteEvent(ctx, sheet, 'continued', 0, sheet.url);
  await ctx.audit({
    action: 'connector-google-sheets.continued',
    description: `Continued ${sheet.name} in another spreadsheet`,
    companyId: sheet.company_id,
    target: String(id),
    params: { name: sheet.name },
  });
  await ctx.live(TOPIC, sheet.company_id);
  await ctx.wake(WRITE);
  return { name: sheet.name };
}

/**
 * Has the spreadsheet looked at now: whether it is there, with all its columns and rows, and shared with whom it should be. One that had
 * stopped is tried again. What was found stands in its state and history a moment later.
 */
export async function checkSheet(ctx: Ctx, id: number): Promise<{ name: string }> {
  const sheet = await sheetFor(ctx, id, 'update');
  if (sheet.account_state !== 'ok') throw conflict('connector-google-sheets.problem.account');
  await dueNow(ctx, id, { look_at: ctx.db.fn.now(), state: 'ok', note: '' });
  if (sheet.state !== 'ok') await noteEvent(ctx, sheet, 'resumed');
  await ctx.live(TOPIC, sheet.company_id);
  await ctx.wake(WRITE);
  return { name: sheet.name };
}

/** Mails the address of the spreadsheet to those whom it is for. Answers to how many. */
export async function sendLink(ctx: Ctx, campaignId: number): Promise<number> {
  const campaign = await ctx.use(Campaigns).find(campaignId);
  const sheet = campaign && (await sheetOfCampaign(ctx, campaignId));
  if (!sheet || !ctx.can('update', 'Spreadsheet', sheet)) throw notFound();
  if (!sheet.url) throw conflict('connector-google-sheets.problem.not-made');
  const client = (await ctx.company(sheet.company_id))!;
  const readers = await readersOf(ctx, sheet);
  if (readers.length === 0) throw conflict('connector-google-sheets.problem.no-readers');
  await ctx.as(client, async (own) => {
    for (const { email } of readers)
      await own.mail({
        to: email,
        subject: 'connector-google-sheets.mail.link.subject',
        text: 'connector-google-sheets.mail.link.text',
        params: { campaign: campaign.name, link: sheet.url },
        about: 'notice',
      });
  });
  // Whoever lost access has it back.
  await dueNow(ctx, sheet.id, { share_due: true });
  await noteEvent(ctx, sheet, 'link-sent', readers.length);
  await ctx.audit({
    action: 'connector-google-sheets.link-sent',
    description: `Mailed the address of the Google spreadsheet of ${campaign.name}`,
    companyId: sheet.company_id,
    target: String(sheet.id),
    params: { name: campaign.name, count: readers.length },
  });
  await ctx.wake(WRITE);
  return readers.length;
}
