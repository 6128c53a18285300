import { type Ctx, defineRoute, FileResponse, notFound } from '../../../core/contract.ts';
import { csvOf } from './documents/csv.ts';
import { creditDocument, type Document, invoiceDocument } from './documents/document.ts';
import { htmlOf } from './documents/html.ts';
import { pdfOf } from './documents/pdf.ts';
import { At, creditFor, oneOf } from './lists.store.ts';

const WRITERS = {
  pdf: { type: 'application/pdf', is: "PDF in the agency's brand", write: pdfOf },
  html: { type: 'text/html; charset=utf-8', is: "page in the agency's brand, to be printed or filed", write: htmlOf },
  csv: { type: 'text/csv; charset=utf-8', is: 'CSV file', write: csvOf },
} as const;

interface Papers {
  /** In ids and texts: `billing.<id>pdf`. */
  id: '' | 'credit-';
  path: string;
  summary: string;
  subject: 'Invoice' | 'CreditNote';
  /** Throws 404 for one that the reader may not read. */
  find(ctx: Ctx, id: string): Promise<Document>;
}

/** A document of the reader's as a file to download. */
const fileRoute = ({ id, path, summary, subject, find }: Papers, kind: keyof typeof WRITERS) =>
  defineRoute({
    id: `billing.${id}${kind}`,
    method: 'GET',
    path: `/billing/${path}/:id/${kind}`,
    summary: `${summary} as a ${WRITERS[kind].is}`,
    ability: ['read', subject],
    withoutStepUp: 'one invoice or credit note, which was mailed to its reader as well',
    audit: 'billing.downloaded',
    params: At,
    response: FileResponse,
    async handler(ctx, { params }) {
      const document = await find(ctx, params.id);
      const { type, write } = WRITERS[kind];
      return { filename: `${document.number}.${kind}`, type, body: await write(document) };
    },
  });

const invoices: Papers = {
  id: '',
  path: 'invoices',
  summary: 'An invoice',
  subject: 'Invoice',
  find: async (ctx, id) => invoiceDocument(ctx, await oneOf(ctx, id)),
};
const creditNotes: Papers = {
  id: 'credit-',
  path: 'credit-notes',
  summary: 'A credit note',
  subject: 'CreditNote',
  async find(ctx, id) {
    const note = await creditFor(ctx, id);
    if (!note) throw notFound();
    return creditDocument(ctx, note);
  },
};

export const fileRoutes = [invoices, creditNotes].flatMap((papers) => [
  fileRoute(papers, 'pdf'),
  fileRoute(papers, 'html'),
  fileRoute(papers, 'csv'),
]);
