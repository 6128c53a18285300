import { type FieldError, Problem, type Static, T } from '../../../core/contract.ts';
import { zipsOf } from '../../foundation/places/shared.ts';
import type { settable } from './campaign.schema.ts';
import type { CampaignFields, CampaignRow } from './campaign.store.ts';
import { listOf } from './list-of.ts';
import { priceOf } from './price.ts';
import { endOfDate, isDate, startOfDate } from './windows.ts';

const Settable = (fields: typeof settable) => T.Object(fields);
export type CampaignInput = Static<ReturnType<typeof Settable>>;
/** What counts where nothing was typed. */
export type Standing = Pick<CampaignRow, 'timezone' | 'start_date' | 'end_date' | 'limit_start' | 'limit_end'>;

const ZONES = new Set([...Intl.supportedValuesOf('timeZone'), 'UTC']);
const MOST_RECIPIENTS = 20;

/** Columns from what was typed over what stands; throws 422 with every fault on its field. */
export function fieldsOf(input: CampaignInput, now: Standing): CampaignFields {
  const errors: FieldError[] = [];
  const fault = (field: string, message: string): void => void errors.push({ field, message });
  const fields: CampaignFields = {};
  const set = <K extends keyof CampaignFields>(key: K, value: CampaignFields[K] | undefined): void => {
    if (value !== undefined) fields[key] = value;
  };
  const date = (field: keyof CampaignInput): string | null | undefined => {
    const typed = input[field] as string | undefined;
    if (typed === undefined) return undefined;
    if (typed === '') return null;
    if (isDate(typed)) return typed;
    fault(field, 'campaigns.problem.date');
    return undefined;
  };
  const flag = (typed: 'T' | 'F' | undefined): boolean | undefined => (typed === undefined ? undefined : typed === 'T');

  if (/\p{Cc}/u.test(input.campaignName ?? '')) fault('campaignName', 'campaigns.problem.name');
  if (input.timezone !== undefined && !ZONES.has(input.timezone)) fault('timezone', 'campaigns.problem.timezone');
  const zone = input.timezone ?? now.timezone;
  const start = date('startdatecampaign');
  const end = date('enddatecampaign');
  const first = start === undefined ? now.start_date : start;
  const last = end === undefined ? now.end_date : end;
  if (first && last && last < first) fault('enddatecampaign', 'campaigns.problem.end-before-start');
  const [limitFrom, limitTo] = [date('LimitLeadStart'), date('LimitLeadEnd')];
  const [from, to] = [limitFrom === undefined ? now.limit_start : limitFrom, limitTo === undefined ? now.limit_end : limitTo];
  if (from && to && to < from) fault('LimitLeadEnd', 'campaigns.problem.end-before-start');
  set('name', input.campaignName?.trim());
  set('timezone', input.timezone);
  set('start_date', start);
  set('end_date', end);
  const ceiling = input.CostMaxLead === undefined ? undefined : priceOf(String(input.CostMaxLead));
  if (ceiling === null) fault('CostMaxLead', 'campaigns.problem.price');
  set('cost_limit_cents', ceiling ?? undefined);
  set('lead_limit', input.LimitLead);
  set('limit_frequency', input.LimitLeadFreq);
  set('limit_start', limitFrom);
  set('limit_end', limitTo);
  set('reidentification', input.reidentificationtype);
  set('whole_client', flag(input.applyreidentificationall));
  set('require_email', flag(input.requireemailaddress));
  set('require_phone', flag(input.phoneenabled));
  set('require_address', flag(input.homeaddressenabled));
  set('nationwide', flag(input.nationaltargeting));
  set(
    'states',
    listOf(input.locatorstate, (s) => s.toUpperCase()),
  );
  set(
    'cities',
    listOf(input.locatorcity, (s) => s.toLowerCase()),
  );
  const typedZips = input.locatorzip === undefined ? undefined : zipsOf(input.locatorzip);
  set('zips', typedZips?.zips);
  set(
    'report_sent_to',
    listOf(input.reportSentTo, (s) => s.toLowerCase()),
  );
  set('report_type', input.reportType);
  set('notify_every', input.leadsAmountNotification);
  set('admin_notify_to', idsOf(input.adminNotifyTo));
  set(
    'has_minimum_leads',
    typeof input.enableMinimumLimitLeads === 'boolean' ? input.enableMinimumLimitLeads : flag(input.enableMinimumLimitLeads),
  );
  set('minimum_leads', input.minimumLimitLeads);
  set('client_campaign_id', input.clientCampaignID?.trim());
  set('hide_phone', flag(input.clientHidePhone));
  if (fields.states?.some((s) => !/^[A-Z]{2}$/.test(s))) fault('locatorstate', 'campaigns.problem.state');
  if (typedZips?.wrong.length) fault('locatorzip', 'campaigns.problem.zip');
  if (fields.report_sent_to?.some((e) => !/^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(e))) fault('reportSentTo', 'campaigns.problem.email');
  if ((fields.report_sent_to?.length ?? 0) > MOST_RECIPIENTS) fault('reportSentTo', 'campaigns.problem.recipients');
  if (fields.admin_notify_to?.some((id) => !isId(id))) fault('adminNotifyTo', 'campaigns.problem.notify');
  if (/\p{Cc}/u.test(input.clientCampaignID ?? '')) fault('clientCampaignID', 'campaigns.problem.name');
  if (errors.length > 0) throw new Problem(422, 'core.problem.invalid', { errors });
  if (start !== undefined || end !== undefined || input.timezone !== undefined) {
    fields.starts_at = first ? startOfDate(first, zone) : null;
    fields.ends_at = last ? endOfDate(last, zone) : null;
  }
  return fields;
}

/** Ids sent as numbers or text; what is no number becomes NaN. */
const idsOf = (typed: CampaignInput['adminNotifyTo']): number[] | undefined =>
  typed === undefined ? undefined : [...new Set(listOf(Array.isArray(typed) ? typed.map(String) : typed, (id) => id)!.map(Number))];
const isId = (id: number): boolean => Number.isInteger(id) && id > 0 && id <= 2_147_483_647;
