import { defineForm, T } from '../../core/contract.ts';
import { REIDENTIFICATION } from '../campaigns/contract.ts';

const Flag = (standard: 'T' | 'F') => T.Optional(T.Enum(['T', 'F'], { default: standard }));
// Without a pattern, so that what was filled in can be emptied again; the route has the last word.
const Date = T.Optional(T.String({ maxLength: 10 }));
const Web = T.String({ maxLength: 500 });
const Money = (standard?: string) =>
  T.String({ pattern: '^\\$?\\d{1,7}(\\.\\d{1,2})?$', maxLength: 12, ...(standard ? { default: standard } : {}) });

/** What can be said of a Site ID campaign, in the order a person thinks of it. */
const fields = {
  campaignName: T.String({ minLength: 1, maxLength: 200 }),
  urlCode: Web,
  urlCodeThankyou: T.Optional(Web),
  allowedHosts: T.Optional(T.Array(T.String({ maxLength: 255 }), { maxItems: 50 })),
  gtminstalled: Flag('F'),
  startdatecampaign: Date,
  enddatecampaign: Date,
  timezone: T.Optional(T.String({ maxLength: 60 })),
  LimitLead: T.Optional(T.Integer({ minimum: 0, maximum: 1_000_000, default: 0 })),
  LimitLeadFreq: T.Optional(T.Enum(['day', 'week', 'month', 'total'], { default: 'day' })),
  enableMinimumLimitLeads: Flag('F'),
  minimumLimitLeads: T.Optional(T.Integer({ minimum: 0, maximum: 1_000_000, default: 0 })),
  CostMaxLead: T.Optional(Money('0')),
  CostSet: T.Optional(Money()),
  reidentificationtype: T.Optional(T.Enum([...REIDENTIFICATION], { default: 'never' })),
  applyreidentificationall: Flag('F'),
  requireemailaddress: Flag('T'),
  phoneenabled: Flag('F'),
  homeaddressenabled: Flag('F'),
  nationaltargeting: Flag('T'),
  clientHidePhone: Flag('F'),
  clientOrganizationID: T.Optional(T.String({ maxLength: 100 })),
  reportSentTo: T.Optional(T.Array(T.String({ maxLength: 100 }), { maxItems: 20 })),
  leadsAmountNotification: T.Optional(T.Integer({ minimum: 0, maximum: 1_000_000, default: 0 })),
  adminNotifyTo: T.Optional(T.Array(T.Integer(), { maxItems: 50 })),
  locatorstate: T.Optional(T.Array(T.String({ pattern: '^[A-Za-z]{2}$' }), { maxItems: 60 })),
  locatorcity: T.Optional(T.Array(T.String({ maxLength: 100 }), { maxItems: 2000 })),
  locatorzip: T.Optional(T.String({ maxLength: 20_000 })),
};
const group = (name: string) => ({ group: `site-id.group.${name}` });
const ui = {
  campaignName: { widget: 'text', ...group('site') },
  urlCode: { widget: 'text', placeholder: 'site-id.placeholder.url', ...group('site') },
  urlCodeThankyou: { widget: 'text', placeholder: 'site-id.placeholder.thanks', ...group('site') },
  gtminstalled: { widget: 'flag', ...group('site') },
  allowedHosts: { widget: 'tags', placeholder: 'site-id.placeholder.hosts', ...group('site') },
  startdatecampaign: { widget: 'date', span: 6, ...group('time') },
  enddatecampaign: { widget: 'date', span: 6, ...group('time') },
  timezone: { widget: 'select', options: { route: 'clients.timezones' as const }, ...group('time') },
  LimitLead: { widget: 'number', span: 6, ...group('limits') },
  LimitLeadFreq: { widget: 'select', span: 6, ...group('limits') },
  // The agency says how little its clients may ask for.
  enableMinimumLimitLeads: { widget: 'flag', ability: ['update', 'CampaignPrice'] as const, ...group('limits') },
  minimumLimitLeads: {
    widget: 'number',
    ability: ['update', 'CampaignPrice'] as const,
    when: { field: 'enableMinimumLimitLeads', is: 'T' },
    ...group('limits'),
  },
  CostMaxLead: { widget: 'text', prefix: 'site-id.prefix.dollar', span: 6, ...group('limits') },
  // A client sees in the list what he pays; only his agency sets it.
  CostSet: { widget: 'text', prefix: 'site-id.prefix.dollar', span: 6, ability: ['update', 'CampaignPrice'] as const, ...group('limits') },
  reidentificationtype: { widget: 'select', ...group('people') },
  applyreidentificationall: { widget: 'flag', ...group('people') },
  requireemailaddress: { widget: 'flag', ...group('people') },
  phoneenabled: { widget: 'flag', ...group('people') },
  homeaddressenabled: { widget: 'flag', ...group('people') },
  // Only the agency says what its client sees.
  clientHidePhone: { widget: 'flag', negated: true as const, ability: ['update', 'CampaignPrice'] as const, ...group('people') },
  // The agency books campaigns under organizations of its own.
  clientOrganizationID: {
    widget: 'select',
    options: { route: 'organizations.options' as const },
    ability: ['read', 'Organization'] as const,
    ...group('site'),
  },
  leadsAmountNotification: { widget: 'number', ...group('notices') },
  reportSentTo: { widget: 'tags', ...group('notices') },
  // Only the agency says who of its people is told.
  adminNotifyTo: {
    widget: 'select',
    options: { route: 'campaigns.told-options' as const },
    ability: ['update', 'CampaignPrice'] as const,
    ...group('notices'),
  },
  nationaltargeting: { widget: 'flag', ...group('place') },
  locatorstate: { widget: 'tags', when: { field: 'nationaltargeting', is: 'F' }, ...group('place') },
  locatorcity: { widget: 'tags', when: { field: 'nationaltargeting', is: 'F' }, ...group('place') },
  locatorzip: { widget: 'zips', when: { field: 'nationaltargeting', is: 'F' }, ...group('place') },
};
/** The name must stay, and a price that not everybody sees cannot be made a duty. */
const FIRM = new Set(['campaignName', 'CostSet', 'clientHidePhone', 'clientOrganizationID', 'adminNotifyTo']);
const open = Object.fromEntries(
  Object.keys(fields).map((field) => [
    field,
    FIRM.has(field) ? (['title', 'help'] as const) : (['title', 'help', 'order', 'hide', 'require', 'default', 'enum'] as const),
  ]),
);
const hidden = { companyID: { widget: 'hidden' }, leadspeekType: { widget: 'hidden' }, leadspeekID: { widget: 'hidden' } };

export const campaignForms = [
  // A client's own campaign needs no chooser; an agency says for whom it is.
  defineForm({
    id: 'site-id.campaign',
    version: 1,
    title: 'site-id.add',
    button: 'site-id.add.button',
    submit: 'campaigns.create',
    ability: ['create', 'Campaign'],
    schema: T.Object({
      leadspeekType: T.Enum(['local'], { default: 'local' }),
      companyID: T.Optional(T.Integer({ minimum: 1 })),
      ...fields,
    }),
    ui: {
      leadspeekType: hidden.leadspeekType,
      companyID: { widget: 'select', options: { route: 'clients.options' as const }, ...group('site') },
      ...ui,
    },
    open,
  }),
  defineForm({
    id: 'site-id.campaign-edit',
    version: 1,
    title: 'site-id.edit',
    submit: 'campaigns.update-local',
    ability: ['update', 'Campaign'],
    schema: T.Object({ leadspeekID: T.Integer({ minimum: 1 }), ...fields }),
    ui: { leadspeekID: hidden.leadspeekID, ...ui },
    open,
  }),
];
