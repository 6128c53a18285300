/** What the overview answers: figures as real ones look. The same in every run, so that a test can name them. */
const wave = (length: number, base: number, swing: number): number[] =>
  Array.from({ length }, (_unused, n) =>
    Math.round(base + swing * Math.sin(n / 3) + (swing * ((n * 7) % 5)) / 6 + (base * n) / (length * 4)),
  );

const AT = Date.parse('2026-11-20T16:42:00Z');
const ago = (minutes: number): string => new Date(AT - minutes * 60_000).toISOString();

export const TRENDS = {
  visitors: { value: 48_213, before: 42_906, line: wave(30, 1_500, 220) },
  leads: { value: 1_284, before: 1_146, line: wave(30, 40, 12) },
  rate: { value: 24.6, before: 26.1, line: wave(30, 25, 2) },
  spend: { value: 192_600, before: 171_900, line: wave(30, 6_000, 900) },
  prepaid: { value: 45_000, before: 0, note: 'Lasts about 9 days' },
  refunds: null,
};

export const FUNNEL = {
  data: [
    { title: 'Visits', count: 48_213 },
    {
      title: 'People found',
      count: 5_220,
      reasons: [
        { title: 'Nobody known for the device', why: 'The visitor is in none of the sources.', count: 38_410 },
        { title: 'Opted out', why: 'Asked not to be found.', count: 4_583 },
      ],
    },
    {
      title: 'Within your campaign',
      count: 1_870,
      reasons: [
        { title: 'Lives elsewhere', why: 'The home lies outside of the places that were chosen.', count: 2_911 },
        { title: 'On an exclusion list', count: 439 },
      ],
    },
    { title: 'Leads', count: 1_284, reasons: [{ title: 'Daily cap was reached', why: 'Raise the cap to get them.', count: 586 }] },
  ],
};

const CAMPAIGNS = ['Harbor Coffee Roasters', 'Bluebird Dental', 'Northside Solar', 'Cedar & Pine Furniture', 'Lakeshore Legal'];
export const RANKING = {
  data: CAMPAIGNS.map((name, n) => ({
    id: n + 1,
    name,
    note: `${['Site ID', 'Search ID', 'B2B ID'][n % 3]} · since Mar ${n + 3}`,
    leads: [512, 344, 226, 141, 61][n]!,
    spend: [76_800, 51_600, 33_900, 21_150, 9_150][n]!,
    rate: [31.2, 27.4, 22.8, 19, 12.5][n]!,
    line: wave(14, 40 - n * 6, 8),
    state: ['runs', 'runs', 'capped', 'runs', 'stopped'][n]!,
  })),
};

export const TIMELINE = {
  data: [
    { id: 5, at: ago(12), title: 'Daily cap was raised from 25 to 40', text: 'By Ann Harbor', icon: 'adjustments', severity: 'info' },
    { id: 4, at: ago(190), title: 'The pixel reports again', text: 'shop.harbor.example', icon: 'plug-connected', severity: 'good' },
    { id: 3, at: ago(420), title: 'The pixel went silent', text: 'No visit for 4 hours', icon: 'plug-connected-x', severity: 'bad' },
    { id: 2, at: ago(1_500), title: 'Invoice 2026-1107 was paid', text: '$1,926.00', icon: 'receipt', address: '/overview/2' },
    { id: 1, at: ago(1_720), title: 'Google Sheets refused a row', icon: 'table', severity: 'warn' },
  ],
};

export const HEALTH = {
  data: [
    { id: 'sheets', name: 'Google Sheets', text: 'Last row 4 minutes ago', state: 'works' },
    {
      id: 'pixel',
      name: 'Pixel on shop.harbor.example',
      text: 'No visit since yesterday, 9:14 AM',
      state: 'fails',
      remedy: { title: 'Check the pixel', address: '/overview/2' },
    },
    {
      id: 'card',
      name: 'Card ending in 4242',
      text: 'Expires in 12 days',
      state: 'slow',
      remedy: { title: 'Replace', address: '/overview/2' },
    },
    { id: 'hook', name: 'Webhook', text: 'Answers in 120 ms', state: 'works' },
  ],
};

export const CHECKLIST = {
  data: [
    { id: 'pixel', title: 'Install the pixel', done: true },
    { id: 'campaign', title: 'Create your first campaign', done: true },
    { id: 'card', title: 'Add a card', help: 'Nothing is charged before the first lead.', done: false, address: '/overview/2' },
    { id: 'team', title: 'Invite somebody', help: 'They see what you let them see.', done: false, address: '/overview/2' },
  ],
};

export const MAP = {
  data: Object.entries({
    CA: 312,
    TX: 228,
    FL: 171,
    NY: 166,
    IL: 92,
    GA: 61,
    WA: 58,
    OH: 44,
    AZ: 39,
    CO: 33,
    NC: 28,
    MA: 25,
    PR: 12,
    DC: 4,
    WY: 1,
  }).map(([state, leads]) => ({ state, leads })),
};

const days = (length: number): string[] =>
  Array.from({ length }, (_unused, n) => new Date(AT - (length - 1 - n) * 86_400_000).toISOString().slice(0, 10));
const [counts, visits] = [wave(30, 34, 8), wave(30, 1_500, 220)];
export const CHART = {
  data: days(30).map((day, n) => ({ day, leads: counts[n]!, rest: Math.round(counts[n]! / 3), visits: Math.round(visits[n]! / 40) })),
  cap: 50,
};

export const HEAD = {
  name: 'Harbor Coffee Roasters',
  state: 'capped',
  why: 'The daily cap of 50 leads was reached at 3:12 PM. It goes on tomorrow.',
  price: 150,
  cap: { used: 37, most: 50 },
  since: ago(12),
  line: wave(14, 40, 8),
};

export interface Visit {
  id: number;
  at: string;
  who: string;
  page: string;
  place: string;
  outcome: 'lead' | 'unknown';
}
const PAGES = ['/roasts/ethiopia', '/cart', '/', '/blog/cold-brew', '/wholesale'];
const PLACES = ['Austin, TX', 'Oakland, CA', 'Tampa, FL', 'Chicago, IL'];
const PEOPLE = ['Maria Ortiz', 'James Whitfield', 'Dana Okafor', 'Lee Park'];
export const visit = (id: number, at: Date): Visit => ({
  id,
  at: at.toISOString(),
  who: id % 3 ? `${PEOPLE[id % PEOPLE.length]} ${id}` : `Unknown visitor ${id}`,
  page: PAGES[id % PAGES.length]!,
  place: PLACES[id % PLACES.length]!,
  outcome: id % 3 ? 'lead' : 'unknown',
});
