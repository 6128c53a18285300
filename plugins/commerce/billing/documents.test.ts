import { DateTime } from 'luxon';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../../../core/testing/app.ts';
import type { Person } from '../../../core/testing/fixtures.ts';
import { Billing } from './contract.ts';
import { type Party, taxIdText } from './details/party.ts';
import type { Document } from './documents/document.ts';
import { csvOf } from './documents/csv.ts';
import { pdfOf } from './documents/pdf.ts';
import { linesOfPdf } from '../../../tests/support/read-files.ts';
import { campaignFor, leadsAt, lookAt, setActive } from './billing-fixtures.fake.ts';

const at = (iso: string): Date => DateTime.fromISO(iso, { zone: 'America/Chicago' }).toJSDate();
let app: TestApp;
let id: string;
beforeAll(async () => {
  app = await startTestApp();
  const { a } = app.fixtures;
  const client = a.clients[0]!;
  app.clockOffset = at('2027-03-10T09:00').getTime() - Date.now();
  const campaign = await campaignFor(app, a, client, { PaymentTerm: 'Weekly', PlatformFee: '25' }, '=Shop, "North"');
  await setActive(app, a, campaign);
  await leadsAt(app, client, campaign, [at('2027-03-11T12:00'), at('2027-03-12T12:00')]);
  await lookAt(app, at('2027-03-15T06:00'));
  id = ((await app.kernel.platform('billing_invoice').first('id')) as { id: string }).id;
});
afterAll(() => app.close());
const get = (path: string, as: Person, locale = 'en') =>
  app.call('GET', `/api/billing/${path}`, as, { headers: { 'accept-language': locale } });

describe('an invoice on the screen', () => {
  test('is read by its client, its agency and the root, and by nobody else', async () => {
    const { a, b, operator, sales } = app.fixtures;
    for (const [person, agency] of [
      [a.clients[0]!.user, ''],
      [a.owner, ''],
      [operator, 'Agency A'],
    ] as const) {
      const { body } = await get('invoices', person);
      expect(body).toMatchObject({
        total: 1,
        data: [{ number: '2027-000001', client: 'Client A1', agency, total_cents: 2_900, state: 'open' }],
      });
      expect((await get(`invoices/${id}`, person)).status).toBe(200);
    }
    expect((await get('invoices', a.clients[0]!.user)).body.data[0]).toMatchObject({ payable: 'T' });
    expect((await get('invoices', a.owner)).body.data[0]).toMatchObject({ payable: 'F' });
    for (const person of [a.clients[1]!.user, b.owner, b.clients[0]!.user]) {
      expect((await get('invoices', person)).body.total).toBe(0);
      for (const path of ['', '/lines', '/pdf', '/csv']) expect((await get(`invoices/${id}${path}`, person)).status).toBe(404);
    }
    expect((await get('invoices', sales)).status).toBe(403);
  });

  test('tells clients apart for those who have several', async () => {
    const { a, operator } = app.fixtures;
    const columns = async (person: Person): Promise<string[]> => {
      const { blocks } = (await app.call('GET', '/api/ui/pages/billing.list', person)).body;
      return blocks.flatMap((block: { columns?: { field: string }[] }) => (block.columns ?? []).map(({ field }) => field));
    };
    for (const person of [a.owner, operator]) expect((await columns(person)).filter((field) => field === 'client')).toHaveLength(2);
    const own = await columns(a.clients[0]!.user);
    expect(own).toContain('number');
    expect(own).not.toContain('client');
  });

  test('is found by number, client and state', async () => {
    const { owner, tenant, clients } = app.fixtures.a;
    const total = async (query: string): Promise<number> => (await get(`invoices?${query}`, owner)).body.total;
    expect(await total('search=000001&state=open&sortby=number&order=asc')).toBe(1);
    expect(await total('search=client%20a1')).toBe(1);
    expect(await total('state=paid')).toBe(0);
    expect([await total(`companyID=${clients[0]!.tenant.id}`), await total(`companyID=${clients[1]!.tenant.id}`)]).toEqual([1, 0]);
    expect(await total(`companyID=${tenant.id}`)).toBe(1);
    expect((await get('invoices?state=torn', owner)).status).toBe(422);
    expect((await get('invoices/1', owner)).status).toBe(404);
  });

  test('has its lines, in the language of the reader', async () => {
    const { user } = app.fixtures.a.clients[0]!;
    const kinds = async (locale: string) =>
      (await get(`invoices/${id}/lines`, user, locale)).body.data.map((l: { kind: string }) => l.kind);
    expect(await kinds('en')).toEqual(['Platform fee', 'Leads']);
    expect(await kinds('ar')).toEqual(['رسوم المنصة', 'عملاء محتملون']);
  });
});

describe('an invoice as a file', () => {
  test('is a PDF, for the client as for the agency, in both languages', async () => {
    for (const person of [app.fixtures.a.clients[0]!.user, app.fixtures.a.owner, app.fixtures.operator])
      for (const locale of ['en', 'ar']) {
        const { status, headers, text } = await get(`invoices/${id}/pdf`, person, locale);
        expect([status, headers.get('content-type'), text.slice(0, 5)]).toEqual([200, 'application/pdf', '%PDF-']);
        expect(headers.get('content-disposition')).toContain('2027-000001.pdf');
      }
  });

  test('is a CSV in which no name is a formula', async () => {
    const { text } = await get(`invoices/${id}/csv`, app.fixtures.a.clients[0]!.user);
    expect(text.split('\r\n')).toEqual([
      '"From","Agency A"',
      '"Bill to","Client A1"',
      '"Number","2027-000001"',
      '"Date","2027-03-15"',
      '"Due date","2027-03-15"',
      '"Period","2027-03-08 – 2027-03-14"',
      '"Payment method","no card yet"',
      '"Status","Open"',
      '"Campaign","Type","Quantity","Price","Amount"',
      `"'=Shop, ""North""","Platform fee","1","25.00","25.00"`,
      `"'=Shop, ""North""","Leads","2","2.00","4.00"`,
      '"","","","Total","29.00"',
      '"","","","Paid","0.00"',
      '"","","","Amount due","29.00"',
      '',
    ]);
  });

  test('of a credit note is a PDF or a CSV with a number of its own', async () => {
    const { a, b } = app.fixtures;
    const companyId = a.clients[0]!.tenant.id;
    const wish = { key: 'x', companyId, campaignId: 1, cents: 100, feeCents: 0, reason: 'Twice the same person' };
    await app.inside(a.tenant, 'billing', (ctx) => ctx.use(Billing).credit(wish));
    const { data } = (await get('credit-notes', a.clients[0]!.user)).body;
    expect(data).toMatchObject([{ number: 'CN-2027-000001', cents: 100, reason: 'Twice the same person' }]);
    expect((await get(`credit-notes/${data[0].id}/pdf`, a.clients[0]!.user)).text.slice(0, 5)).toBe('%PDF-');
    const { text, headers } = await get(`credit-notes/${data[0].id}/csv`, a.clients[0]!.user);
    expect(headers.get('content-disposition')).toContain('CN-2027-000001.csv');
    expect(text.split('\r\n').slice(-3)).toEqual(['"Twice the same person","Credit","1","1.00","1.00"', '"","","","Total","1.00"', '']);
    for (const kind of ['pdf', 'csv']) expect((await get(`credit-notes/${data[0].id}/${kind}`, b.owner)).status).toBe(404);
    expect((await get('credit', a.clients[0]!.user)).body).toEqual({ credit_cents: 100 });
  });
});

describe('a document', () => {
  const document: Document = {
    locale: 'ar',
    letterhead: { name: 'وكالة النور', color: '#117733', logo: null },
    title: 'فاتورة',
    number: '2027-000042',
    parties: [
      { heading: 'من', lines: ['وكالة النور', '1 Main Street', 'الإمارات'] },
      { heading: 'إلى', lines: ['متجر Oak Street'] },
    ],
    facts: [
      { label: 'العميل', value: 'متجر Oak Street في دبي' },
      { label: 'التاريخ', value: '2027-03-15' },
    ],
    headings: ['الحملة', 'النوع', 'الكمية', 'السعر', 'المبلغ'],
    lines: Array.from({ length: 80 }, (_, n) => ({
      text: `حملة رقم ${n}`,
      kind: 'عملاء محتملون',
      quantity: n,
      unitCents: 250,
      amountCents: n * 250,
    })),
    totals: [{ label: 'المبلغ المستحق', cents: 790_000 }],
    history: { heading: 'الدفعات', rows: [{ day: '2027-03-15', text: 'دفعة', cents: 790_000 }] },
    footer: ['IBAN AE07 0331 2345'],
  };

  test('keeps the order of the digits of a tax number in Arabic; a file for programs holds no marks of direction', () => {
    const party = { taxIdKind: 'us_ein', taxId: '00-5550121' } as Party;
    const [english, arabic] = (['en', 'ar'] as const).map((locale) => taxIdText(party, { t: () => 'رقم EIN الأمريكي', locale })!);
    expect(english).toBe('رقم EIN الأمريكي: 00-5550121');
    expect(arabic).toBe('رقم EIN الأمريكي: \u206600-5550121\u2069');
    expect(csvOf({ ...document, parties: [{ heading: 'من', lines: [arabic!] }] })).toContain(`"${english}"`);
  });

  test('repeats the headings on further pages, and names itself and each page at the foot', async () => {
    const lines = await linesOfPdf(new Uint8Array(await pdfOf({ ...document, locale: 'en', title: 'Invoice', number: '2027-000001' })));
    const feet = lines.filter((line) => line.some((text) => /^\d \/ 3$/.test(text)));
    expect(feet.map((line) => line.join(' | '))).toEqual([1, 2, 3].map((n) => `Invoice 2027-000001 | ${n} / 3`));
    // On the last page are the payments.
    expect(lines.filter((line) => line.length === document.headings.length && line.includes(document.headings[0]))).toHaveLength(2);
    const short = await linesOfPdf(new Uint8Array(await pdfOf({ ...document, locale: 'en', lines: document.lines.slice(0, 3) })));
    expect(short.filter((line) => line.some((text) => text.includes(' / ')))).toEqual([]);
  });

  test('goes on to further pages, and carries a logo of any kind that can be read', async () => {
    const bytes = await sharp({ create: { width: 300, height: 100, channels: 3, background: '#cc3311' } })
      .webp()
      .toBuffer();
    const withLogo = await pdfOf({ ...document, letterhead: { ...document.letterhead, logo: { type: 'image/webp', bytes } } });
    const pages = (pdf: Buffer): number => pdf.toString('latin1').match(/\/Type \/Page\n/g)!.length;
    expect(pages(withLogo)).toBe(3);
    const broken = { type: 'image/png', bytes: Buffer.from('no picture') };
    expect(pages(await pdfOf({ ...document, letterhead: { ...document.letterhead, logo: broken } }))).toBe(3);
    expect(csvOf(document)).toContain('"المبلغ المستحق","7900.00"');
  });
});
