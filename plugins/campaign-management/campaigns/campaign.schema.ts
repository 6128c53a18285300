import { Flag, T } from '../../../core/contract.ts';
import { LIST_STATES, REIDENTIFICATION, REPORT_TYPES, STATUSES } from './contract.ts';
import { FREQUENCIES } from './windows.ts';

export const CampaignId = T.Integer({ minimum: 1, maximum: 2_147_483_647 });
/** Empty for none; of this century, so that every date has an instant in every zone. */
const Date = T.String({ pattern: '^(20\\d{2}-\\d{2}-\\d{2})?$' });
/** Amounts under the specification's names are dollars, as it has them. */
const DOLLARS = 'US dollars';
const Amount = T.String({ 'x-unit': DOLLARS });
const Dollars = T.Union(
  [T.String({ maxLength: 12, pattern: '^\\$?\\d{1,7}(\\.\\d{1,2})?$' }), T.Number({ minimum: 0, maximum: 1_000_000 })],
  { 'x-unit': DOLLARS },
);
/** Left empty, it says nothing. */
const FurtherDollars = T.Union(
  [T.String({ maxLength: 12, pattern: '^(\\$?\\d{1,7}(\\.\\d{1,2})?)?$' }), T.Number({ minimum: 0, maximum: 1_000_000 })],
  { 'x-unit': DOLLARS },
);
/** A list typed as lines or commas, or sent as one. */
export const Many = T.Union([T.String({ maxLength: 20_000 }), T.Array(T.String({ maxLength: 100 }), { maxItems: 2000 })]);
const Count = T.Integer({ minimum: 0, maximum: 1_000_000 });
/** Ids as a list, or as text with commas. */
const Accounts = T.Union([T.String({ maxLength: 500 }), T.Array(T.Union([CampaignId, T.String({ maxLength: 20 })]), { maxItems: 50 })]);

/** What can be set on a campaign, under the specification's names. Left-out fields keep their value. */
export const settable = {
  campaignName: T.Optional(T.String({ minLength: 1, maxLength: 200, pattern: '\\S' })),
  timezone: T.Optional(T.String({ maxLength: 60 })),
  startdatecampaign: T.Optional(Date),
  enddatecampaign: T.Optional(Date),
  CostSet: T.Optional(Dollars),
  /** Price of a lead for which advanced information came back, of products that sell it; never below `CostSet`. */
  CostSetAdvanced: T.Optional(FurtherDollars),
  /** The same as `CostSet`, of products whose leads have this price. */
  CostSetB2b: T.Optional(FurtherDollars),
  CostMaxLead: T.Optional(Dollars),
  LimitLead: T.Optional(Count),
  LimitLeadFreq: T.Optional(T.Enum([...FREQUENCIES])),
  LimitLeadStart: T.Optional(Date),
  LimitLeadEnd: T.Optional(Date),
  reidentificationtype: T.Optional(T.Enum([...REIDENTIFICATION])),
  applyreidentificationall: T.Optional(Flag),
  requireemailaddress: T.Optional(Flag),
  phoneenabled: T.Optional(Flag),
  homeaddressenabled: T.Optional(Flag),
  nationaltargeting: T.Optional(Flag),
  locatorstate: T.Optional(Many),
  locatorcity: T.Optional(Many),
  locatorzip: T.Optional(Many),
  reportSentTo: T.Optional(Many),
  reportType: T.Optional(T.Enum([...REPORT_TYPES])),
  /** A mail after each so many leads; 0 for none. */
  leadsAmountNotification: T.Optional(Count),
  /** Ids of the agency's people who get that mail as well; said by the agency. */
  adminNotifyTo: T.Optional(Accounts),
  enableMinimumLimitLeads: T.Optional(T.Union([Flag, T.Boolean()])),
  minimumLimitLeads: T.Optional(Count),
  /** The client's own name for it. */
  clientCampaignID: T.Optional(T.String({ maxLength: 100 })),
  /** Keeps phone numbers from the client's screens, exports and connectors; said by the agency. */
  clientHidePhone: T.Optional(Flag),
};

/** Fields of the specification's entity that no call changes: one that sends them along says what the campaign has, or is refused. */
export const accepted = {
  /** Those of `startdatecampaign` and `enddatecampaign`. */
  oristartdatecampaign: T.Optional(Date),
  orienddatecampaign: T.Optional(Date),
  /** Changed by the calls for it alone. */
  status: T.Optional(T.String({ maxLength: 20 })),
};

/** A campaign as lists and forms show it. */
export const CampaignView = T.Object({
  leadspeek_api_id: T.Integer(),
  campaignName: T.String(),
  leadspeekType: T.String(),
  /** What the reader's company calls the product. */
  product_name: T.String(),
  status: T.Enum([...STATUSES]),
  state: T.Enum([...LIST_STATES]),
  pausereason: T.String(),
  pausetext: T.String(),
  /** Why it needs attention: something else paused it, or it runs and lacks something. */
  attention: T.Enum(['none', 'paused', 'lacking']),
  /** Message keys of what the running campaign lacks, and their texts. */
  issues: T.Array(T.String()),
  issuetext: T.String(),
  /** The same in a few words. */
  issuebrief: T.String(),
  /** Why it is in its state, where there is something to say. */
  statetext: T.String(),
  limitstate: T.Enum(['open', 'reached']),
  companyID: T.Integer(),
  company_name: T.String(),
  /** Billable leads so far, tests not counted. */
  leads: T.Integer(),
  timezone: T.String(),
  startdatecampaign: T.String(),
  enddatecampaign: T.String(),
  oristartdatecampaign: T.String(),
  orienddatecampaign: T.String(),
  CostSet: Amount,
  /** Only of products that have these prices. */
  CostSetAdvanced: T.Optional(Amount),
  CostSetB2b: T.Optional(Amount),
  /** The same as an amount of the screen's own kind. */
  price_cents: T.Integer(),
  CostMaxLead: Amount,
  LimitLead: T.Integer(),
  LimitLeadFreq: T.String(),
  LimitLeadStart: T.String(),
  LimitLeadEnd: T.String(),
  reidentificationtype: T.String(),
  applyreidentificationall: Flag,
  requireemailaddress: Flag,
  phoneenabled: Flag,
  homeaddressenabled: Flag,
  nationaltargeting: Flag,
  locatorstate: T.Array(T.String()),
  locatorcity: T.Array(T.String()),
  locatorzip: T.String(),
  reportSentTo: T.Array(T.String()),
  reportType: T.String(),
  leadsAmountNotification: T.Integer(),
  adminNotifyTo: T.Array(T.Integer()),
  enableMinimumLimitLeads: Flag,
  minimumLimitLeads: T.Integer(),
  clientCampaignID: T.String(),
  clientHidePhone: Flag,
  created_at: T.String(),
});
