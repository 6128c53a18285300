import { createTwoFilesPatch } from 'diff';
import { conflict, type Ctx, Problem } from '../../../../core/contract.ts';
import { Integrations } from '../../integrations/contract.ts';
import { type Fault } from '../format/faults.ts';
import { readDocument } from '../format/read.ts';
import type { Document } from '../format/schema.ts';
import { connectorId, LACKS_FIELDS, requiredFields } from '../run/compile.ts';
import { BUILTIN } from './builtin.ts';
import {
  changeDocument,
  documentOf,
  type DocumentRow,
  insertDocument,
  insertVersion,
  lockedDocument,
  removeDocument,
  textOfVersion,
} from './documents.store.ts';
import { isStarter, starter } from './starter.ts';

/** Live topic of the screens. */
export const TOPIC = 'declarative-connectors';

/** A fault as people read it: what is wrong, and what was probably meant. */
export const wordedFault = (ctx: Ctx, { code, params, near, ...place }: Fault) => ({
  ...place,
  message: [
    ctx.t(`declarative-connectors.fault.${code}`, params),
    near === undefined ? '' : ctx.t('declarative-connectors.did-you-mean', { name: near }),
  ]
    .filter(Boolean)
    .join(' '),
});

/** What is published of a document, or null. */
export async function publishedText(ctx: Ctx, row: DocumentRow): Promise<string | null> {
  if (row.withdrawn || (row.version === null && !BUILTIN.has(row.name))) return null;
  return textOfVersion(ctx, row.name, row.version ?? 0);
}

/** The text that is worked on: the draft, or what is published, or was last. */
export const workingText = async (ctx: Ctx, row: DocumentRow): Promise<string> =>
  row.draft ?? (row.version === null && !BUILTIN.has(row.name) ? starter(row.name) : textOfVersion(ctx, row.name, row.version ?? 0));

/** Begins a document with a small connector that can be changed. Throws 409 where there is one of that name. */
export async function createDocument(ctx: Ctx, name: string): Promise<void> {
  if (BUILTIN.has(name) || !(await insertDocument(ctx, name, starter(name))))
    throw conflict('declarative-connectors.taken', { params: { name } });
  await note(ctx, name, 'declarative-connectors.drafted', `Began the connector ${name}`);
}

/** Keeps a draft, faults and all. Throws 409 where somebody else saved since `edits`. */
export async function saveDraft(ctx: Ctx, name: string, text: string, edits: number): Promise<readonly Fault[]> {
  const row = await lockedDocument(ctx, name);
  if (row.edits !== edits) throw conflict('declarative-connectors.changed-meanwhile');
  if (text !== row.draft) {
    await changeDocument(ctx, name, { draft: text });
    await note(ctx, name, 'declarative-connectors.drafted', `Changed the draft of the connector ${name}`);
  }
  return readDocument(text, name).faults;
}

/** Throws the draft away, and with it a document that was never published. Answers whether it is gone. */
export async function dropDraft(ctx: Ctx, name: string): Promise<boolean> {
  const row = await lockedDocument(ctx, name);
  const isGone = row.version === null && !BUILTIN.has(name);
  if (isGone) await removeDocument(ctx, name);
  else await changeDocument(ctx, name, { draft: null });
  await note(ctx, name, 'declarative-connectors.draft-dropped', `Discarded the draft of the connector ${name}`);
  return isGone;
}

/**
 * Publishes the draft as a new version. Answers it, and how many connections lack a field of it.
 * Throws 409 where the draft is not the one that `edits` names, and 422 where it is still the example that it began with.
 */
export async function publishDraft(ctx: Ctx, name: string, edits: number): Promise<{ version: number; lacking: number }> {
  const row = await lockedDocument(ctx, name);
  const { draft } = row;
  if (draft === null) throw conflict('declarative-connectors.no-draft');
  if (row.edits !== edits) throw conflict('declarative-connectors.another-draft');
  if (isStarter(name, draft)) throw new Problem(422, 'declarative-connectors.only-example');
  const document = sound(ctx, name, draft);
  const version = await insertVersion(ctx, name, draft);
  await changeDocument(ctx, name, { draft: null, version, withdrawn: false });
  return { version, lacking: await begun(ctx, document, version) };
}

/** Publishes an earlier version again; 0 is what the product brings. */
export async function restoreVersion(ctx: Ctx, name: string, version: number): Promise<{ version: number; lacking: number }> {
  await lockedDocument(ctx, name);
  const document = sound(ctx, name, await textOfVersion(ctx, name, version));
  await changeDocument(ctx, name, { version: version || null, withdrawn: false });
  return { version, lacking: await begun(ctx, document, version) };
}

/** Takes a connector away: its connections show as not available, and hold their leads. */
export async function withdraw(ctx: Ctx, name: string): Promise<void> {
  const row = await lockedDocument(ctx, name);
  if ((await publishedText(ctx, row)) === null) throw conflict('declarative-connectors.not-published');
  await changeDocument(ctx, name, { withdrawn: true });
  await note(ctx, name, 'declarative-connectors.withdrawn', `Unpublished the connector ${name}`);
}

/** How the draft differs from what is published, line by line; empty where it does not. */
export async function difference(ctx: Ctx, name: string): Promise<string> {
  const row = await documentOf(ctx, name);
  const before = (await publishedText(ctx, row)) ?? '';
  if (row.draft === null || row.draft === before) return '';
  return createTwoFilesPatch('published', 'draft', before, row.draft, undefined, undefined, { context: 3 }).replace(/^=+\n/, '');
}

/** A document without faults. Throws 422 that says the first. */
export function sound(ctx: Ctx, name: string, text: string): Document {
  const { document, faults } = readDocument(text, name);
  if (!document) {
    const [first] = faults.map((fault) => wordedFault(ctx, fault));
    throw new Problem(422, 'declarative-connectors.has-faults', {
      params: { count: faults.length, line: first!.line, message: first!.message },
    });
  }
  return document;
}

async function begun(ctx: Ctx, document: Document, version: number): Promise<number> {
  const lacking = await ctx.use(Integrations).published(connectorId(document.id), requiredFields(document), LACKS_FIELDS);
  await note(ctx, document.id, 'declarative-connectors.published', `Published version ${version} of the connector ${document.id}`, {
    version,
    lacking,
  });
  return lacking;
}

async function note(ctx: Ctx, name: string, action: string, description: string, detail: Record<string, number> = {}): Promise<void> {
  await ctx.audit({ action, description, target: name, params: { name, ...detail }, concerns: { kind: 'connector', id: name } });
  await ctx.live(TOPIC);
}
