import { type Ctx, denied, type FieldError, invalid, notFound, Problem, type Static, T, type Tenant } from '../../core/contract.ts';
import { Clients } from '../clients/contract.ts';
import { Companies } from '../agencies/contract.ts';
import { type CampaignFields, type CampaignRow, insertCampaign, lockCampaign, updateCampaign } from './campaign.store.ts';
import type { CampaignView, settable } from './campaign.schema.ts';
import type { Product } from './contract.ts';
import { announce } from './moves.service.ts';
import { centsOf, dollarsOf } from './price.ts';
import { endOfDate, isDate, startOfDate } from './windows.ts';

const Settable = (fields: typeof settable) => T.Object(fields);
export type CampaignInput = Static<ReturnType<typeof Settable>>;

const DEFAULT_ZONE = 'America/Chicago';
const ZONES = new Set([...Intl.supportedValuesOf('timeZone'), 'UTC']);

/** The client company a campaign is for: the one named, if the caller has it, else his own. */
export async function clientOf(ctx: Ctx, claimed: number | undefined): Promise<Tenant> {
  const company = claimed === undefined ? ctx.tenant : await ctx.company(claimed);
  if (!company) throw notFound();
  if (company.kind !== 'client') throw invalid('companyID', 'campaigns.problem.client');
  return company;
}

export async function createCampaign(ctx: Ctx, product: Product, companyId: number | undefined, input: CampaignInput, extra: Record<string, unknown>): Promise<CampaignRow> {
  const company = await clientOf(ctx, companyId);
  if (!ctx.can('create', 'Campaign', { company_id: company.id, agency_id: company.agencyId, root_id: company.rootId, product, status: 'draft' })) throw denied();
  const modules = await ctx.use(Companies).modules(company);
  if (!modules.some((m) => m.product === product && m.on)) throw new Problem(404, 'core.problem.module-off', { extra: { module: product } });
  const zone = (await ctx.use(Clients).find(company.id))?.timezone ?? DEFAULT_ZONE;
  const fields = fieldsOf(input, { timezone: zone, start_date: null, end_date: null });
  const row = await insertCampaign(ctx.db, company.id, product, { timezone: zone, ...fields, extra: extra });
  await ctx.db('campaigns_move').insert({ campaign_id: row.id, company_id: company.id, from_status: 'draft', to_status: 'draft', reason: 'created', actor_id: ctx.actor.id, viewed_by: ctx.viewedBy?.id ?? null });
  await announce(ctx, row);
  return row;
}

export async function changeCampaign(ctx: Ctx, id: number, input: CampaignInput, extra: Record<string, unknown>): Promise<CampaignRow> {
  const row = await lockCampaign(ctx, id);
  if (!row) throw notFound();
  if (row.status === 'archived') throw invalid('leadspeekID', 'campaigns.problem.archived');
  const fields = fieldsOf(input, row);
  const changed = await updateCampaign(ctx.db, id, { ...fields, ...(Object.keys(extra).length > 0 ? { extra: { ...row.extra, ...extra } } : {}), ...(Object.keys(fields).length === 0 ? { name: row.name } : {}) });
  await announce(ctx, changed);
  return changed;
}

/** Columns from what was typed; throws 422 with every fault on its field. */
function fieldsOf(input: CampaignInput, now: Pick<CampaignRow, 'timezone' | 'start_date' | 'end_date'>): CampaignFields {
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
  const cents = (field: 'CostSet' | 'CostMaxLead'): number | undefined => {
    if (input[field] === undefined) return undefined;
    const value = centsOf(String(input[field]));
    if (value === null) fault(field, 'campaigns.problem.price');
    return value ?? undefined;
  };
  const flag = (typed: 'T' | 'F' | undefined): boolean | undefined => (typed === undefined ? undefined : typed === 'T');

  if (input.timezone !== undefined && !ZONES.has(input.timezone)) fault('timezone', 'campaigns.problem.timezone');
  const zone = input.timezone ?? now.timezone;
  const start = date('startdatecampaign');
  const end = date('enddatecampaign');
  const first = start === undefined ? now.start_date : start;
  const last = end === undefined ? now.end_date : end;
  if (first && last && last < first) fault('enddatecampaign', 'campaigns.problem.end-before-start');
  const [limitFrom, limitTo] = [date('LimitLeadStart'), date('LimitLeadEnd')];
  if (limitFrom && limitTo && limitTo < limitFrom) fault('LimitLeadEnd', 'campaigns.problem.end-before-start');
  set('name', input.campaignName?.trim());
  set('url', input.urlCode);
  set('thank_you_url', input.urlCodeThankyou);
  set('timezone', input.timezone);
  set('start_date', start);
  set('end_date', end);
  set('retail_cents', cents('CostSet'));
  set('cost_limit_cents', cents('CostMaxLead'));
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
  set('states', listOf(input.locatorstate, (s) => s.toUpperCase()));
  set('cities', listOf(input.locatorcity, (s) => s.toLowerCase()));
  set('zips', listOf(input.locatorzip, (s) => s.replace(/\D/g, '').slice(0, 5)));
  set('report_sent_to', listOf(input.reportSentTo, (s) => s.toLowerCase()));
  set('notify_every', input.leadsAmountNotification);
  if (fields.states?.some((s) => !/^[A-Z]{2}$/.test(s))) fault('locatorstate', 'campaigns.problem.state');
  if (fields.zips?.some((z) => z.length !== 5)) fault('locatorzip', 'campaigns.problem.zip');
  if ((fields.report_sent_to?.length ?? 0) > 20) fault('reportSentTo', 'campaigns.problem.recipients');
  if (errors.length > 0) throw new Problem(422, 'core.problem.invalid', { errors });
  if (start !== undefined || end !== undefined || input.timezone !== undefined) {
    fields.starts_at = first ? startOfDate(first, zone) : null;
    fields.ends_at = last ? endOfDate(last, zone) : null;
  }
  return fields;
}

/** A list typed as lines or commas, or sent as one; without blanks and repeats. */
function listOf(typed: string | string[] | undefined, tidy: (entry: string) => string): string[] | undefined {
  if (typed === undefined) return undefined;
  const entries = Array.isArray(typed) ? typed : typed.split(/[\n,]/);
  return [...new Set(entries.map((e) => tidy(e.trim())).filter((e) => e !== ''))];
}

const flagOf = (on: boolean): 'T' | 'F' => (on ? 'T' : 'F');

/** A row under the specification's names; `companies` gives the names of client companies. */
export const viewOf = (row: CampaignRow, companies: ReadonlyMap<number, string>): Static<typeof CampaignView> => ({
  leadspeek_api_id: row.id, campaignName: row.name, leadspeekType: row.product, status: row.status, pausereason: row.pause_reason ?? '', companyID: row.company_id,
  company_name: companies.get(row.company_id) ?? '', urlCode: row.url, urlCodeThankyou: row.thank_you_url, timezone: row.timezone, startdatecampaign: row.start_date ?? '',
  enddatecampaign: row.end_date ?? '', CostSet: dollarsOf(Number(row.retail_cents)), CostMaxLead: dollarsOf(Number(row.cost_limit_cents)), LimitLead: row.lead_limit,
  LimitLeadFreq: row.limit_frequency, LimitLeadStart: row.limit_start ?? '', LimitLeadEnd: row.limit_end ?? '', reidentificationtype: row.reidentification,
  applyreidentificationall: flagOf(row.whole_client), requireemailaddress: flagOf(row.require_email), phoneenabled: flagOf(row.require_phone),
  homeaddressenabled: flagOf(row.require_address), nationaltargeting: flagOf(row.nationwide), locatorstate: row.states, locatorcity: row.cities, locatorzip: row.zips.join('\n'),
  reportSentTo: row.report_sent_to, leadsAmountNotification: row.notify_every, created_at: row.created_at.toISOString(),
});

/** Names of the companies of some campaigns. */
export async function companyNames(ctx: Ctx, rows: readonly CampaignRow[]): Promise<Map<number, string>> {
  const ids = [...new Set(rows.map((r) => r.company_id))];
  const found = (await ctx.db('core_tenant').whereIn('id', ids).select('id', 'name')) as { id: number; name: string }[];
  return new Map(found.map((c) => [c.id, c.name]));
}
