import { type FieldUi, type FormProperty, T } from '../../../core/contract.ts';
import { REIDENTIFICATION, REPORT_TYPES } from '../../campaign-management/campaigns/contract.ts';

const flag = (standard: 'T' | 'F') => T.Optional(T.Enum(['T', 'F'], { default: standard }));
const count = () => T.Optional(T.Integer({ minimum: 0, maximum: 1_000_000, default: 0 }));
// Without a pattern, so that what was filled in can be emptied again; the route has the last word.
const date = () => T.Optional(T.String({ maxLength: 10 }));
const money = (standard?: string) =>
  T.Optional(T.String({ pattern: '^\\$?\\d{1,7}(\\.\\d{1,2})?$', maxLength: 12, ...(standard ? { default: standard } : {}) }));

/** Fields of the campaigns of every product, in the order in which a person thinks of them. The name stands with a product's own fields. */
export const commonFields = {
  startdatecampaign: date(),
  enddatecampaign: date(),
  timezone: T.Optional(T.String({ maxLength: 60 })),
  LimitLead: count(),
  LimitLeadFreq: T.Optional(T.Enum(['day', 'week', 'month', 'total'], { default: 'day' })),
  enableMinimumLimitLeads: flag('F'),
  minimumLimitLeads: count(),
  CostMaxLead: money('0'),
  CostSet: money(),
  CostSetAdvanced: money(),
  reidentificationtype: T.Optional(T.Enum([...REIDENTIFICATION], { default: 'never' })),
  applyreidentificationall: flag('F'),
  requireemailaddress: flag('T'),
  phoneenabled: flag('F'),
  homeaddressenabled: flag('F'),
  clientHidePhone: flag('F'),
  leadsAmountNotification: count(),
  reportType: T.Optional(T.Enum([...REPORT_TYPES], { default: 'CSV' })),
  reportSentTo: T.Optional(T.Array(T.String({ maxLength: 100 }), { maxItems: 20 })),
  adminNotifyTo: T.Optional(T.Array(T.Integer(), { maxItems: 50 })),
  nationaltargeting: flag('T'),
  locatorstate: T.Optional(T.Array(T.String({ pattern: '^[A-Za-z]{2}$' }), { maxItems: 60 })),
  locatorcity: T.Optional(T.Array(T.String({ maxLength: 100 }), { maxItems: 2000 })),
  locatorzip: T.Optional(T.String({ maxLength: 20_000 })),
};
export type CommonField = keyof typeof commonFields;

const group = (name: string) => ({ group: `products.group.${name}` });
/** What only the agency says. */
const ofAgency = { ability: ['update', 'CampaignPrice'] as const };
const notNational = { when: { field: 'nationaltargeting', is: 'F' } };

export const commonUi: Record<CommonField, FieldUi> = {
  startdatecampaign: { widget: 'date', span: 6, ...group('time') },
  enddatecampaign: { widget: 'date', span: 6, ...group('time') },
  timezone: { widget: 'select', options: { route: 'clients.timezones' }, ...group('time') },
  LimitLead: { widget: 'number', span: 6, ...group('limits') },
  LimitLeadFreq: { widget: 'select', span: 6, qualifies: 'LimitLead', ...group('limits') },
  enableMinimumLimitLeads: { widget: 'flag', ...ofAgency, ...group('limits') },
  minimumLimitLeads: { widget: 'number', ...ofAgency, when: { field: 'enableMinimumLimitLeads', is: 'T' }, ...group('limits') },
  CostMaxLead: { widget: 'text', prefix: 'products.prefix.dollar', span: 6, ...group('limits') },
  // Clients see in the list what they pay.
  CostSet: { widget: 'text', prefix: 'products.prefix.dollar', span: 6, ...ofAgency, ...group('limits') },
  CostSetAdvanced: { widget: 'text', prefix: 'products.prefix.dollar', span: 6, ...ofAgency, ...group('limits') },
  reidentificationtype: { widget: 'select', ...group('people') },
  applyreidentificationall: { widget: 'flag', ...group('people') },
  requireemailaddress: { widget: 'flag', ...group('people') },
  phoneenabled: { widget: 'flag', ...group('people') },
  homeaddressenabled: { widget: 'flag', ...group('people') },
  clientHidePhone: { widget: 'flag', negated: true, ...ofAgency, ...group('people') },
  leadsAmountNotification: { widget: 'number', ...group('notices') },
  reportType: { widget: 'select', ...group('notices') },
  reportSentTo: { widget: 'tags', ...group('notices') },
  adminNotifyTo: { widget: 'select', options: { route: 'campaigns.told-options' }, ...ofAgency, ...group('notices') },
  nationaltargeting: { widget: 'flag', ...group('place') },
  locatorstate: { widget: 'tags', ...notNational, ...group('place') },
  locatorcity: { widget: 'tags', ...notNational, ...group('place') },
  locatorzip: { widget: 'places.zips', ...notNational, ...group('place') },
};

const TEXTS: readonly FormProperty[] = ['title', 'help'];
const ALL: readonly FormProperty[] = [...TEXTS, 'order', 'hide', 'require', 'default', 'enum'];
/** The name must stay, and what not everybody sees cannot be made a duty. */
const FIRM = new Set(['campaignName', 'CostSet', 'CostSetAdvanced', 'clientHidePhone', 'adminNotifyTo']);

/** What operators may change about a field of campaigns. */
export const propertiesOf = (field: string): readonly FormProperty[] => (FIRM.has(field) ? TEXTS : ALL);
