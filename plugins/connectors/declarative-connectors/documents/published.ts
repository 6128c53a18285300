import type { ConnectorDef, FormDef, Log, PageExtension, Published, PublishedSource } from '../../../../core/contract.ts';
import { readDocument } from '../format/read.ts';
import { compile } from '../run/compile.ts';
import { publishedRevision, publishedTexts } from './documents.store.ts';

/** All published documents as definitions. One that a newer release of the product refuses is left out, and its connections hold their leads. */
export const published: PublishedSource = {
  revision: publishedRevision,
  async read(db, log): Promise<Published> {
    const connectors: ConnectorDef[] = [];
    const forms: FormDef[] = [];
    const extend: PageExtension[] = [];
    const texts: { en: Record<string, string>; ar: Record<string, string> } = { en: {}, ar: {} };
    for (const [name, text] of await publishedTexts(db)) {
      const made = compiled(name, text, log);
      if (!made) continue;
      connectors.push(...made.connectors);
      forms.push(...(made.forms ?? []));
      extend.push(...(made.extend ?? []));
      Object.assign(texts.en, made.texts.en);
      Object.assign(texts.ar, made.texts.ar);
    }
    return { connectors, forms, extend, texts };
  },
};

function compiled(name: string, text: string, log: Log): ReturnType<typeof compile> | null {
  const { document, faults } = readDocument(text, name);
  if (document) return compile(document);
  log.error({ document: name, fault: faults[0] }, 'published connector does not read');
  return null;
}
