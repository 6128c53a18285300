import { createHash } from 'node:crypto';
import sanitizeHtml, { type IOptions } from 'sanitize-html';

/** Elements of a legal text; everything else loses its tags and keeps its words. */
const TAGS =
  'h1 h2 h3 h4 h5 h6 p ul ol li blockquote pre hr br dl dt dd section article header footer b strong i em u sub sup small code a'.split(
    ' ',
  );
const SAFE: IOptions = {
  allowedTags: TAGS,
  allowedAttributes: { a: ['href'], ol: ['start', 'type'] },
  allowedSchemes: ['https', 'http', 'mailto', 'tel'],
  allowProtocolRelative: false,
  disallowedTagsMode: 'discard',
  // Beside scripts and styles, what never is part of a text.
  nonTextTags: ['script', 'style', 'textarea', 'option', 'noscript', 'title', 'iframe', 'object', 'embed', 'svg', 'math', 'template'],
  transformTags: { a: sanitizeHtml.simpleTransform('a', { rel: 'noopener noreferrer' }) },
};

/** What editors leave in a draft and nobody is to read: tables, passages marked as deleted, the heading of an exhibit. */
const DROPPED = new Set(['table', 'del', 's', 'strike']);
const EXHIBIT = /EXHIBIT\s+A(?![A-Za-z0-9])/g;
/** The parser hands over a text in pieces at each entity: a hard space between two words must not be one. */
const HARD_SPACE = /&(?:nbsp|#160|#xa0);/gi;
const EMPTY = new Set(['p', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'li', 'strong', 'b', 'u', 'em', 'i']);

/**
 * The template without tables, deleted passages, 'EXHIBIT A' and yellow highlights (whose words stay). Done before names are filled in,
 * so that a company called like a heading keeps its name.
 */
export const strip = (template: string): string =>
  sanitizeHtml(template.replace(HARD_SPACE, '\u00a0'), {
    ...SAFE,
    exclusiveFilter: ({ tag, text }) => DROPPED.has(tag) || (EMPTY.has(tag) && text.replace(EXHIBIT, '').trim() === ''),
    allowedTags: [...TAGS, ...DROPPED],
    textFilter: (text) => text.replace(EXHIBIT, ''),
  });

const ESCAPES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };
const escapeHtml = (value: string): string => value.replace(/[&<>"']/g, (c) => ESCAPES[c]!);

/** Fills `{placeholders}` in one pass: a value is text, never markup, and what it holds is not looked at again. Others stay as they are. */
export const substitute = (html: string, variables: Readonly<Record<string, string>>): string =>
  html.replace(/\{([A-Za-z0-9_]{1,60})\}/g, (whole, name: string) =>
    Object.hasOwn(variables, name) ? escapeHtml(variables[name]!) : whole,
  );

/** The text that people read: stripped, filled in, and cleaned after that, so that no value can have brought in anything. */
export const render = (template: string, variables: Readonly<Record<string, string>>): string =>
  sanitizeHtml(substitute(strip(template), variables), SAFE).trim();

export const sha256 = (text: string): Buffer => createHash('sha256').update(text, 'utf8').digest();
