import { readFile } from 'node:fs/promises';
import { BrandPort, conflict, type Ctx, invalid, type Locale, notFound } from '../../../core/contract.ts';
import { type AgreementDocument, AgreementDocuments } from './contract.ts';
import { Operator } from './agreements.settings.ts';
import { type Draft, draftsOf, dropDrafts, insertVersion, rootName, ship, type Version, versionsOf } from './documents.store.ts';
import { render, sha256 } from './rendering.ts';

/** Days between the publication of a material version and the day on which those who have not accepted it are shut out. */
export const NOTICE_DAYS = 14;
export const LOCALES = ['en', 'ar'] as const;

/** A text as a person reads it. */
export interface Rendered {
  name: string;
  title: string;
  html: string;
  version: number;
  effectiveOn: string;
  locale: Locale;
  /** In hex, of `html`. */
  sha256: string;
}

/** The documents of all plugins that are on. */
export const definitions = (ctx: Ctx): readonly AgreementDocument[] => ctx.contributions(AgreementDocuments);

/** Throws 404 for a document that nobody defines. */
export function definitionOf(ctx: Ctx, name: string): AgreementDocument {
  const found = definitions(ctx).find((d) => d.name === name);
  if (!found) throw notFound();
  return found;
}

/** What of a version says whether it is to be accepted. */
export type Dated = Pick<Version, 'version' | 'material' | 'effective_on' | 'published_at'>;

/** The same of all published versions, newest first, by reading alone: a text that came with the product counts before its first use too. */
export async function datedVersions(ctx: Ctx, document: AgreementDocument): Promise<Dated[]> {
  const stored = await versionsOf(ctx, ctx.tenant.rootId, document.name);
  if (isThere(stored, document)) return stored;
  const { version, material, effective } = document;
  return [{ version, material, effective_on: effective, published_at: new Date(effective) }, ...stored];
}

const isThere = (stored: readonly Version[], { version }: AgreementDocument): boolean => (stored[0]?.version ?? 0) >= version;

/** Published versions of a document, newest first, one row for each language. A text that came with the product is stored on first use. */
export async function history(ctx: Ctx, document: AgreementDocument): Promise<Version[]> {
  const { rootId } = ctx.tenant;
  const stored = await versionsOf(ctx, rootId, document.name);
  if (isThere(stored, document)) return stored;
  for (const locale of LOCALES) {
    const html = await readFile(document.html[locale], 'utf8');
    await ship(ctx, rootId, { ...document, locale, html, effective_on: document.effective });
  }
  return versionsOf(ctx, rootId, document.name);
}

/** The newest version in the wanted language, or in English where there is none in it. Throws 404 without any. */
export function newest(versions: readonly Version[], locale: Locale, version = versions[0]?.version): Version {
  const same = versions.filter((v) => v.version === version);
  const found = same.find((v) => v.locale === locale) ?? same[0];
  if (!found) throw notFound();
  return found;
}

/** The newest text of a document for the caller: with the names of their agency and company filled in. */
export async function readDocument(ctx: Ctx, name: string, version?: number): Promise<Rendered> {
  const document = definitionOf(ctx, name);
  if (!document.open && ctx.actor.kind === 'anonymous') throw notFound();
  return renderVersion(ctx, document, newest(await history(ctx, document), ctx.locale, version));
}

export async function renderVersion(
  ctx: Ctx,
  document: AgreementDocument,
  text: Pick<Version, 'html' | 'version' | 'effective_on' | 'locale'>,
): Promise<Rendered> {
  const html = render(text.html, await variablesOf(ctx, text));
  return {
    name: document.name,
    title: ctx.t(document.title),
    html,
    version: text.version,
    effectiveOn: text.effective_on,
    locale: text.locale,
    sha256: sha256(html).toString('hex'),
  };
}

/** What a template may name in braces. Whoever accepts for a company sees its name; a visitor has none. */
async function variablesOf(ctx: Ctx, text: Pick<Version, 'version' | 'effective_on' | 'locale'>): Promise<Record<string, string>> {
  const { tenant, actor } = ctx;
  const operator = await ctx.setting(Operator);
  const root = await rootName(ctx, tenant.rootId);
  const brand = ctx.has(BrandPort) ? (await ctx.use(BrandPort).of(tenant)).name : tenant.name;
  const contact = [operator.address, operator.email].filter(Boolean).join(text.locale === 'ar' ? '، ' : ', ');
  return {
    operator_name: operator.legal_name || root,
    operator_address: operator.address,
    operator_email: operator.email,
    operator_contact: contact || (await ctx.origin()),
    brand_name: brand || root,
    agency_name: brand || root,
    effective_date: longDate(text.effective_on, text.locale),
    version: String(text.version),
    ...(actor.kind === 'anonymous' ? {} : { company_name: tenant.name }),
  };
}

const longDate = (day: string, locale: Locale): string =>
  new Intl.DateTimeFormat(locale === 'ar' ? 'ar-u-nu-latn' : 'en-US', { dateStyle: 'long', timeZone: 'UTC' }).format(new Date(day));

/** A draft as it would be read once published. Throws 404 without one. */
export async function previewDraft(ctx: Ctx, name: string, locale: Locale): Promise<Rendered> {
  const document = definitionOf(ctx, name);
  const draft = (await draftsOf(ctx, name)).find((d) => d.locale === locale);
  if (!draft) throw notFound();
  const version = (await history(ctx, document))[0]!.version + 1;
  return renderVersion(ctx, document, { html: draft.html, version, locale, effective_on: dayOf(ctx.now) });
}

/**
 * Publishes the drafts as the next version. A language without a draft keeps its text, so that both stand under one number. A material
 * version cannot take effect before its notice is over.
 */
export async function publish(ctx: Ctx, name: string, effectiveOn: string, material: boolean): Promise<Version> {
  const document = definitionOf(ctx, name);
  const drafts = await draftsOf(ctx, name);
  if (drafts.length === 0) throw conflict('agreements.problem.no-draft');
  if (effectiveOn < dayOf(ctx.now)) throw invalid('effective_date', 'agreements.problem.past');
  const versions = await history(ctx, document);
  const version = versions[0]!.version + 1;
  const texts = LOCALES.map((locale) => ({
    name,
    version,
    locale,
    html: draftIn(drafts, locale) ?? newest(versions, locale).html,
    effective_on: effectiveOn,
    material,
  }));
  if (!(await insertVersion(ctx, texts))) throw conflict('agreements.problem.published-meanwhile');
  await dropDrafts(ctx, name);
  return { ...texts[0]!, sha256: sha256(texts[0]!.html), published_at: ctx.now };
}

const draftIn = (drafts: readonly Draft[], locale: Locale): string | undefined => drafts.find((d) => d.locale === locale)?.html;

export const dayOf = (at: Date): string => at.toISOString().slice(0, 10);
