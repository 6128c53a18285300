import {
  type Attachment,
  type Ctx,
  dayOf,
  daysBetween,
  dayText,
  MOST_ATTACHED,
  Problem,
  shownCount,
  type TextOf,
} from '../../../../core/contract.ts';
import { Campaigns, type ReportType } from '../../../campaign-management/campaigns/contract.ts';
import { LeadSheets } from '../contract.ts';
import { zoneTextOf } from '../days.ts';
import type { FileFormat } from '../files/formats.ts';
import type { Fact } from '../files/report.ts';
import { countsByDay, sum } from '../figures.service.ts';
import { reportFile } from '../kinds/files.routes.ts';
import type { AskedReport, ReportKind } from '../kinds/kind.ts';
import { reportKinds } from '../kinds/kinds.ts';
import { accountAt } from './recipients.ts';
import { type Delivery, type Schedule, scheduleOf, settle } from './schedules.store.ts';
import { AttachPeople } from './schedules.settings.ts';
import { lastZone } from './zones.ts';

/** What a mail held: the file, only a link to the report, or no more than figures that name nobody. */
type Held = 'file' | 'link' | 'too-large' | 'figures' | 'sheet' | 'no-sheet';
interface Made {
  held: Held;
  figures: readonly Fact[];
  attachments: readonly Attachment[];
  locale: Ctx['locale'];
}

/**
 * Mails a report to one recipient and notes it. Whoever has an account gets what they could download by themselves at this moment, made as them, and
 * nothing where they may no longer; an address that nobody signs in with gets the number of visits and leads of its campaign and no name.
 */
export async function send(ctx: Ctx, delivery: Delivery): Promise<void> {
  const schedule = await scheduleOf(ctx.db, delivery.schedule_id);
  const company = await ctx.company(delivery.company_id);
  const kind = reportKinds({ areas: ctx.areas, of: (point) => [...ctx.contributions(point)] }).find(
    ({ name }) => name === schedule?.report,
  );
  if (!schedule || !company || !kind) return void (await settle(ctx.db, delivery.id, { state: 'left_out', note: 'gone' }));
  const campaign = schedule.campaign_id === null ? null : await ctx.use(Campaigns).find(schedule.campaign_id);
  if (schedule.campaign_id !== null && !campaign) return void (await settle(ctx.db, delivery.id, { state: 'left_out', note: 'gone' }));

  const asked: AskedReport = { ...schedule.filters, period: `${delivery.first}..${delivery.last}` };
  const made = await madeFor(ctx, schedule, delivery, kind, asked);
  if (!made) return void (await settle(ctx.db, delivery.id, { state: 'left_out', note: 'no-access' }));

  const zone = await zoneTextOf(ctx, schedule.campaign_id ?? undefined);
  const ref = await ctx.as(company, async (own) =>
    own.mail({
      to: delivery.recipient,
      subject: 'reports.mail.subject',
      text: `reports.mail.${made.held}`,
      params: {
        link: `${await own.origin()}${addressOf(kind, asked)}`,
      },
      // Figures were worded in the language of the mail, for whoever they were made.
      texts: { figures: figuresText(made), report: reportText(kind, campaign), days: daysText(ctx, kind, delivery), zone },
      locale: made.locale,
      attachments: made.attachments,
      about: 'notice',
    }),
  );
  await settle(
    ctx.db,
    delivery.id,
    ref === null ? { state: 'left_out', note: 'muted' } : { state: 'sent', note: made.held, mail_ref: ref },
  );
}

const reportText = ({ title }: ReportKind, campaign: { name: string } | null): string | TextOf =>
  campaign ? { key: 'reports.mail.of-campaign', params: { campaign: campaign.name } } : title;
/** What the mail is of, in its subject. */
const daysText = (ctx: Ctx, { withoutDays }: ReportKind, { first, last }: Delivery): TextOf =>
  withoutDays
    ? { key: 'reports.mail.day', params: { day: dayOf(ctx.now, ctx.timezone) } }
    : { key: 'reports.mail.days', params: { first, last } };
const figuresText = ({ figures }: Made): string => figures.map(({ label, value }) => `${label}: ${value}`).join(' · ');

/** Null for somebody who may not see the report. */
async function madeFor(ctx: Ctx, schedule: Schedule, delivery: Delivery, kind: ReportKind, asked: AskedReport): Promise<Made | null> {
  const type = await typeOf(ctx, schedule);
  const account =
    schedule.campaign_id === null
      ? delivery.account_id
      : await accountAt(ctx, delivery.recipient, [schedule.company_id, schedule.agency_id]);
  if (account === 'gone') return null;
  if (account === null) return schedule.campaign_id === null ? null : { ...(await figuresOf(ctx, schedule, delivery)), held: 'figures' };
  const zone = await lastZone(ctx, schedule.campaign_id);
  const made = await ctx.asPerson(account, zone, async (person): Promise<Made | null> => {
    if (!person.can(...kind.ability)) return null;
    if (type === 'GoogleSheet') {
      const held = (await hasSheet(person, schedule)) ? 'sheet' : 'no-sheet';
      return { ...(await figuresOf(person, schedule, delivery)), held };
    }
    return fileFor(person, kind, asked, type, { attaches: !kind.listsPeople || (await person.setting(AttachPeople)).attach });
  });
  return made?.answer ?? null;
}

/** As what a report is made now. */
async function typeOf(ctx: Ctx, { campaign_id: campaignId, format }: Schedule): Promise<ReportType> {
  if (campaignId === null) return format;
  return (await ctx.use(Campaigns).reporting([campaignId])).get(campaignId)?.type ?? format;
}

async function hasSheet(ctx: Ctx, { campaign_id: campaignId }: Schedule): Promise<boolean> {
  if (campaignId === null) return false;
  return (await ctx.together(ctx.contributions(LeadSheets).map((isHeld) => () => isHeld(ctx, campaignId)))).includes(true);
}

async function fileFor(
  person: Ctx,
  kind: ReportKind,
  asked: AskedReport,
  format: FileFormat,
  { attaches }: { attaches: boolean },
): Promise<Made | null> {
  try {
    const { report, file } = await reportFile(person, kind, asked, format);
    const fits = file.body.byteLength <= MOST_ATTACHED;
    const attachments = attaches && fits ? [{ filename: file.filename, type: file.type, content: file.body }] : [];
    return {
      held: attachments.length > 0 ? 'file' : fits ? 'link' : 'too-large',
      figures: report.figures,
      attachments,
      locale: person.locale,
    };
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    if (error.code === 'reports.problem.too-long') return { held: 'too-large', figures: [], attachments: [], locale: person.locale };
    if (error.status === 403 || error.status === 404) return null;
    throw error;
  }
}

/** Visits and leads of the campaign, which name nobody and say nothing of money. */
async function figuresOf(ctx: Ctx, { campaign_id: campaignId }: Schedule, { first, last }: Delivery): Promise<Omit<Made, 'held'>> {
  const period = daysBetween({ start: first, end: last }, await lastZone(ctx, campaignId), ctx.now, { open: 1, most: 40 });
  const days = await countsByDay(ctx, period, campaignId === null ? {} : { campaignId });
  const figure = (name: 'visits' | 'leads'): Fact => ({ label: ctx.t(`reports.column.${name}`), value: shownCount(sum(days, name)) });
  return { figures: [figure('visits'), figure('leads')], attachments: [], locale: ctx.locale };
}

/** The page that shows the same, narrowed alike. */
function addressOf({ address, listsPeople, withoutDays }: ReportKind, { period, ...filters }: AskedReport): string {
  // Files hold no test leads.
  const query = Object.entries({ ...filters, ...(!withoutDays && { period }), ...(listsPeople && { test: 'no' }) }).flatMap(
    ([name, value]) => (value === undefined ? [] : [[name === 'search' ? 'q' : `f-${name}`, value]]),
  );
  return `${address}?${new URLSearchParams(query).toString()}`;
}

export const shownDays = (ctx: Ctx, { first, last }: Pick<Delivery, 'first' | 'last'>): string => {
  const [from, to] = [dayText(first, ctx.locale), dayText(last, ctx.locale)];
  return first === last ? from : ctx.t('reports.fact.from-to', { first: from, last: to });
};
