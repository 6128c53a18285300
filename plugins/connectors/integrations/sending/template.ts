import { type JSONVisitor, printParseErrorCode, visit } from 'jsonc-parser';
import type { Json } from '../../../../core/contract.ts';

/** Characters of a template, and how deep its objects and lists may lie within each other. */
export const LONGEST_TEMPLATE = 20_000;
const DEEPEST = 20;

/** Where a field of the lead goes: `{{email}}`, or `{{email?}}` for a value that is left out where the lead has none. */
const PLACES = /\{\{\s*([^{}?]*?)\s*(\?)?\s*\}\}/g;

/** What is wrong with a template and where, counted from 1. */
export interface TemplateFault {
  line: number;
  column: number;
  /** A message key. */
  message: string;
  /** The field that is meant, where it is a field that is wrong. */
  field: string;
}

/** Ends the reading of a template whose depth would end the process' stack. */
class TooDeep extends Error {}

/** The first fault of a template whose places may name the `known` fields; null where it can be filled in. */
export function templateFault(text: string, known: ReadonlySet<string>): TemplateFault | null {
  const faults: TemplateFault[] = [];
  const add = (message: string, line: number, column: number, field = ''): void => {
    faults.push({ message: `integrations.template.fault.${message}`, line: line + 1, column: column + 1, field });
  };
  let depth = 0;
  const into = (_offset: number, _length: number, line: number, column: number): void => {
    depth += 1;
    if (depth <= DEEPEST) return;
    add('too-deep', line, column);
    throw new TooDeep();
  };
  const out = (): void => void (depth -= 1);
  const visitor: JSONVisitor = {
    onObjectBegin: into,
    onArrayBegin: into,
    onObjectEnd: out,
    onArrayEnd: out,
    onObjectProperty: (name, _offset, _length, line, column) => {
      if (name.includes('{{')) add('name', line, column);
    },
    onLiteralValue: (value, offset, length, line, column) => {
      if (depth === 0) add('top', line, column);
      if (typeof value !== 'string') return;
      const raw = text.slice(offset, offset + length);
      const at = (part: string): number => column + Math.max(0, raw.indexOf(part));
      for (const [place, field] of value.matchAll(PLACES)) if (!known.has(field!)) add('field', line, at(place), field);
      if (value.replaceAll(PLACES, '').includes('{{')) add('open', line, at('{{'));
    },
    onError: (code, _offset, _length, line, column) => add(JSON_FAULTS[printParseErrorCode(code)] ?? 'json', line, column),
  };
  try {
    visit(text, visitor, { disallowComments: true });
  } catch (error) {
    if (!(error instanceof TooDeep)) throw error;
  }
  faults.sort((one, other) => one.line - other.line || one.column - other.column);
  return faults[0] ?? (isJson(text) ? null : { message: 'integrations.template.fault.json', line: 1, column: 1, field: '' });
}

const JSON_FAULTS: Readonly<Record<string, string>> = {
  CommaExpected: 'comma',
  ColonExpected: 'colon',
  PropertyNameExpected: 'property',
  ValueExpected: 'value',
  CloseBraceExpected: 'brace',
  CloseBracketExpected: 'bracket',
  UnexpectedEndOfString: 'string',
  InvalidCommentToken: 'comment',
};

function isJson(text: string): boolean {
  try {
    return typeof JSON.parse(text) === 'object';
  } catch {
    return false;
  }
}

/** The fields that a template has places for. */
export const fieldsIn = (text: string): string[] => [...new Set([...text.matchAll(PLACES)].map(([, field]) => field!))];

/**
 * A template without faults, filled in. A text that is nothing but a place becomes the value itself, so that numbers stay numbers; among other text it
 * is written out. A field that is not among the values is null, or nothing among other text.
 */
export function fillIn(text: string, values: Readonly<Record<string, Json>>): string {
  return JSON.stringify(fill(JSON.parse(text) as Json, values) ?? null);
}

/** A value filled in; undefined where it is to be left out. */
function fill(value: Json, values: Readonly<Record<string, Json>>): Json | undefined {
  if (typeof value === 'string') return fillText(value, values);
  if (Array.isArray(value)) return value.map((item: Json) => fill(item, values)).filter((item) => item !== undefined);
  if (typeof value !== 'object' || value === null) return value;
  const members = Object.entries(value).map(([name, member]) => [name, fill(member, values)] as const);
  return Object.fromEntries(members.filter((member): member is readonly [string, Json] => member[1] !== undefined));
}

function fillText(text: string, values: Readonly<Record<string, Json>>): Json | undefined {
  const valueOf = (field: string): Json => (Object.hasOwn(values, field) ? values[field]! : null);
  const places = [...text.matchAll(PLACES)];
  if (places.some(([, field, isOptional]) => isOptional && isNothing(valueOf(field!)))) return undefined;
  const [only] = places;
  if (only && only[0] === text) return valueOf(only[1]!);
  return text.replaceAll(PLACES, (_place, field: string) => {
    const value = valueOf(field);
    return value === null ? '' : typeof value === 'object' ? JSON.stringify(value) : String(value);
  });
}

const isNothing = (value: Json): boolean => value === null || value === '';
