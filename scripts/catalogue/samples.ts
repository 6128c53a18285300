/** What the sources of the catalogue answer. Always the same, so that pictures of it can be compared. */
import type { Answer } from './states.ts';

const AT = Date.parse('2026-11-20T16:42:00Z');
const ago = (minutes: number): string => new Date(AT - minutes * 60_000).toISOString();
const wave = (length: number, base: number, swing: number): number[] =>
  Array.from({ length }, (_unused, n) => Math.round(base + swing * Math.sin(n / 2) + (base * n) / (length * 4)));
const days = (length: number): string[] =>
  Array.from({ length }, (_unused, n) => new Date(AT - (length - 1 - n) * 86_400_000).toISOString().slice(0, 10));

const CAMPAIGNS = [
  {
    id: 1,
    name: 'Harbor Coffee Roasters',
    note: 'Spring visitors',
    kind: 'new',
    state: 'runs',
    leads: 512,
    spend: 76_800,
    rate: 31.2,
    line: wave(14, 40, 8),
    active: true,
    ends: '2027-03-31',
  },
  {
    id: 2,
    name: 'Bluebird Dental',
    note: 'People near the practice',
    kind: null,
    state: 'capped',
    leads: 344,
    spend: 51_600,
    rate: 22.8,
    line: wave(14, 30, 6),
    active: true,
    ends: null,
  },
  {
    id: 3,
    name: 'Northside Solar',
    note: 'Owners of houses',
    kind: null,
    state: 'stopped',
    leads: 61,
    spend: 9_150,
    rate: 12.5,
    line: wave(14, 9, 3),
    active: false,
    ends: '2026-10-02',
  },
];
const ANN = {
  name: 'Ann Harbor',
  type_user: 'Client',
  location: 'Austin, TX',
  user_ip: '192.0.2.7',
  company_name: 'Harbor Coffee Roasters',
};
const CHART = days(12).map((day, n) => ({
  day,
  leads: wave(12, 34, 8)[n]!,
  before: wave(12, 26, 5)[n]!,
  rest: wave(12, 12, 3)[n]!,
  visits: wave(12, 60, 9)[n]!,
}));

export const ANSWERS = {
  campaigns: {
    filled: { data: CAMPAIGNS, current_page: 1, per_page: 10, total: 3, last_page: 1 },
    long: ['name', 'note'],
  },
  kinds: {
    filled: {
      options: [
        { value: 'coffee', label: 'Coffee' },
        { value: 'dental', label: 'Dentists', note: '12 campaigns' },
      ],
    },
    empty: { options: [] },
    long: ['label', 'note'],
  },
  sample: {
    filled: {
      name: 'Harbor Coffee Roasters',
      amount: 15_000,
      kind: 'daily',
      active: true,
      note: 'Only people within ten miles.',
      step: 0,
      name_line: 'Harbor Coffee Roasters, daily',
      amount_line: '$150.00 a day',
    },
    long: ['name', 'note', 'name_line', 'amount_line'],
  },
  stats: { filled: { leads: 1_284, spend: 192_600, ends: '2027-03-31', health: 'runs', failed: 3 }, long: ['health'] },
  days: { filled: { data: CHART, cap: 70 } },
  shares: {
    filled: {
      data: [
        { source: 'Site ID', count: 812, share: 100 },
        { source: 'Search ID', count: 344, share: 42 },
        { source: 'B2B ID', count: 128, share: 16 },
      ],
    },
    long: ['source'],
  },
  paper: {
    filled: {
      title: 'Terms of service',
      html: '<p>These terms hold between you and us.</p><h3>1. What you get</h3><ul><li>Leads, each once</li><li>A report a month</li></ul>',
      accepted: null,
    },
    empty: { title: '', html: '', accepted: '2026-03-02T15:04:00Z' },
    long: ['title'],
  },
  thing: {
    filled: {
      name: 'Harbor Coffee Roasters',
      note: 'Spring visitors',
      leads: 512,
      spend: 76_800,
      ends: '2027-03-31',
      begun: ago(60 * 24 * 12),
      state: 'capped',
      why: 'The cap of 50 leads was reached',
      active: true,
      site: 'https://shop.harbor.example',
      percent: 74,
      tags: ['coffee', 'retail', 'spring'],
      key: 'lp_1f4c9a',
      picture: {
        src: 'data:image/svg+xml,%3Csvg xmlns=%22http://www.w3.org/2000/svg%22 width=%2296%22 height=%2248%22%3E%3Crect width=%2296%22 height=%2248%22 fill=%22%234f46e5%22/%3E%3C/svg%3E',
        width: 96,
        height: 48,
        alt: 'A blue box',
      },
      seen: ago(60 * 30),
      worth: '$1,200.00, €80.00',
      cap: { used: 37, most: 50 },
      line: wave(14, 40, 8),
      further: [
        { title: 'Region', as: 'text', value: 'California' },
        { title: 'Budget', as: 'money', value: 250_000 },
      ],
    },
    long: ['name', 'note', 'why', 'tags', 'key'],
  },
  notice: { filled: { name: 'Harbor Coffee Roasters' }, long: ['name'] },
  job: { filled: { done: false, percent: 42 }, empty: { done: true, percent: 100 } },
  connectors: {
    filled: {
      data: [
        { id: 'sheets', name: 'Google Sheets', text: 'A row for each lead, as it comes in.', icon: 'table', state: 'runs' },
        { id: 'hook', name: 'Webhook', text: 'A call to your own server for each lead.', icon: 'webhook', state: 'stopped' },
      ],
    },
    long: ['name', 'text'],
  },
  tag: { filled: { script: '<script async src="https://leads.example/pixel.js"\n  data-campaign="4f2c"></script>' }, long: ['script'] },
  trends: {
    filled: {
      visitors: { value: 48_213, before: 42_906, line: wave(30, 1_500, 220) },
      leads: { value: 1_284, before: 1_146, line: wave(30, 40, 12) },
      rate: { value: 24.6, before: 26.1, line: wave(30, 25, 2) },
      spend: { value: 192_600, before: 0, note: 'Lasts about 9 days' },
    },
    long: ['note'],
  },
  funnel: {
    filled: {
      data: [
        { step: 'seen', title: 'Visits', count: 48_213 },
        {
          title: 'People found',
          count: 5_220,
          reasons: [
            { title: 'Nobody known for the device', why: 'The visitor is in none of the sources.', count: 38_410, remedy: 'none' },
            { title: 'Opted out', why: 'Asked not to be found.', count: 4_583, remedy: 'lists' },
          ],
        },
        {
          step: 'leads',
          title: 'Leads',
          count: 1_284,
          reasons: [{ title: 'Daily cap was reached', why: 'Raise the cap to get them.', count: 3_936 }],
        },
      ],
    },
    long: ['title', 'why'],
  },
  timeline: {
    filled: {
      data: [
        {
          id: 3,
          at: ago(12),
          title: 'The daily cap was raised from 25 to 40',
          text: 'By Ann Harbor',
          icon: 'adjustments',
          severity: 'info',
        },
        { id: 2, at: ago(420), title: 'The pixel went silent', text: 'No visit for 4 hours', icon: 'plug-connected-x', severity: 'bad' },
        { id: 1, at: ago(1_720), title: 'Invoice 2026-1107 was paid', text: '$1,926.00', icon: 'receipt', severity: 'good' },
      ],
    },
    long: ['title', 'text'],
  },
  visits: {
    filled: {
      data: [
        { id: 3, at: ago(2), who: 'Maria Ortiz', page: '/roasts/ethiopia', place: 'Austin, TX', outcome: 'lead' },
        { id: 2, at: ago(19), who: 'Unknown visitor', page: '/cart', place: 'Oakland, CA', outcome: 'unknown' },
        { id: 1, at: ago(64), who: 'James Whitfield', page: '/wholesale', place: 'Tampa, FL', outcome: 'lead' },
      ],
      next: null,
      total: 3,
    },
    long: ['who', 'page'],
  },
  health: {
    filled: {
      data: [
        { id: 'sheets', name: 'Google Sheets', text: 'Last row 4 minutes ago', state: 'runs', remedy: null },
        {
          id: 'pixel',
          name: 'Pixel on shop.harbor.example',
          text: 'No visit since yesterday',
          since: ago(60 * 31),
          state: 'stopped',
          remedy: { title: 'Check the pixel', address: '/catalogue' },
        },
        {
          id: 'card',
          name: 'Card ending in 4242',
          text: 'Expires in 12 days',
          state: 'capped',
          remedy: { title: 'Replace', address: '/catalogue' },
        },
      ],
    },
    long: ['name', 'text'],
  },
  steps: {
    filled: {
      data: [
        { id: 'pixel', title: 'Install the pixel', done: true },
        { id: 'campaign', title: 'Create your first campaign', done: true },
        { id: 'card', title: 'Add a card', help: 'Nothing is charged before the first lead.', done: false, address: '/catalogue' },
      ],
    },
    long: ['title', 'help'],
  },
  places: {
    filled: {
      data: Object.entries({ CA: 312, TX: 228, FL: 171, NY: 166, IL: 92, GA: 61, WA: 58 }).map(([place, leads]) => ({ place, leads })),
    },
  },
  log: {
    filled: {
      data: [
        { id: '2', create_date: '2026-11-20T16:30:00Z', action_name: 'Campaign changed', description: 'Cap raised from 25 to 40', ...ANN },
        { id: '1', create_date: '2026-11-19T09:12:00Z', action_name: 'Signed in', description: 'From a known device', ...ANN },
      ],
      current_page: 1,
      per_page: 10,
      total: 2,
      last_page: 1,
    },
    long: ['description'],
  },
} as const satisfies Record<string, Answer>;
export type SampleName = keyof typeof ANSWERS;
