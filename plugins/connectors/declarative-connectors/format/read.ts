import { Ajv2020, type ErrorObject } from 'ajv/dist/2020.js';
import { findNodeAtLocation, type Node, type ParseError, parseTree, printParseErrorCode } from 'jsonc-parser';
import { faultsOf } from './checks.ts';
import { type Fault, type Found, near } from './faults.ts';
import { pathOf, pointerTo } from './pointer.ts';
import { ConnectorDocument, DEEPEST, type Document, LONGEST_DOCUMENT } from './schema.ts';

/** A document, or all that is wrong with it. */
type Read = { document: Document; faults: readonly [] } | { document: null; faults: readonly Fault[] };

const MOST_FAULTS = 100;
/** They name parts of every object, or read as such. */
const FORBIDDEN = new Set(['__proto__', 'constructor', 'prototype']);
const isValid = new Ajv2020({ allErrors: true, strict: false, ownProperties: true, verbose: true }).compile<Document>(ConnectorDocument);

/** The document that a text holds; `name` is the id that it has to have. Costs no more than its length allows, whatever stands in it. */
export function readDocument(text: string, name?: string): Read {
  const place = placeIn(text);
  const said = (code: string, offset = 0, params: Fault['params'] = {}): Fault => ({ code, pointer: '', params, ...place(offset) });
  const failed = (faults: readonly Fault[]): Read => ({ document: null, faults: faults.slice(0, MOST_FAULTS) });
  if (text.length > LONGEST_DOCUMENT) return failed([said('too-long', 0, { most: LONGEST_DOCUMENT })]);
  const deep = tooDeepAt(text);
  if (deep !== null) return failed([said('too-deep', deep, { most: DEEPEST })]);
  const errors: ParseError[] = [];
  const tree = parseTree(text, errors, { disallowComments: true, allowTrailingComma: false });
  if (!tree || errors.length > 0)
    return failed(
      errors.map(({ error, offset }) => said('syntax', offset, { what: printParseErrorCode(error) })).concat(tree ? [] : [said('empty')]),
    );
  const within = (found: readonly Found[]): Fault[] => found.map((one) => located(tree, place, one));
  const names = within(faultsOfNames(tree));
  if (names.length > 0) return failed(names);
  const document: unknown = JSON.parse(text);
  const strange = within(faultsOfId(document, name));
  if (!isValid(document)) return failed(inOrder([...strange, ...within(ofSchema(isValid.errors ?? []))]));
  const faults = [...strange, ...within(faultsOf(document))];
  return faults.length > 0 ? failed(inOrder(faults)) : { document, faults: [] };
}

const inOrder = (faults: readonly Fault[]): Fault[] => [...faults].sort((a, b) => a.line - b.line || a.column - b.column);

/** Connections are kept by the id, so it stays. One that is missing or no text is refused by the schema. */
function faultsOfId(document: unknown, name: string | undefined): Found[] {
  const { id } = (document ?? {}) as { id?: unknown };
  return name === undefined || typeof id !== 'string' || id === name ? [] : [{ code: 'other-id', path: ['id'], params: { name } }];
}

function located(
  tree: Node,
  place: (offset: number) => { line: number; column: number },
  { path, code, params = {}, near: meant, key }: Found,
): Fault {
  const node = nearestNode(tree, path);
  const offset = (key && node.parent?.type === 'property' ? node.parent : node).offset;
  return { code, pointer: pointerTo(path), params, ...(meant === undefined ? {} : { near: meant }), ...place(offset) };
}

/** The node at a path, or the innermost that there is. */
function nearestNode(tree: Node, path: readonly (string | number)[]): Node {
  for (let length = path.length; length > 0; length -= 1) {
    const node = findNodeAtLocation(tree, path.slice(0, length));
    if (node) return node;
  }
  return tree;
}

function placeIn(text: string): (offset: number) => { line: number; column: number } {
  const starts = [0];
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) starts.push(at + 1);
  return (offset) => {
    const line = starts.findLastIndex((start) => start <= offset);
    return { line: line + 1, column: offset - starts[line]! + 1 };
  };
}

/** Where a text nests too deep to be parsed by a parser that calls itself. */
function tooDeepAt(text: string): number | null {
  let depth = 0;
  for (const { 0: token, index } of text.matchAll(/"(?:[^"\\]|\\.)*"|[{}[\]]/g)) {
    if (token === '{' || token === '[') depth += 1;
    if (token === '}' || token === ']') depth -= 1;
    if (depth > DEEPEST) return index;
  }
  return null;
}

/** Members that stand twice, of which a reader would see one, and those that are named like a part of every object. */
function faultsOfNames(node: Node, path: readonly (string | number)[] = []): Found[] {
  if (node.type === 'array') return (node.children ?? []).flatMap((child, index) => faultsOfNames(child, [...path, index]));
  if (node.type !== 'object') return [];
  const seen = new Set<string>();
  return (node.children ?? []).flatMap(({ children: [name, value] = [] }): Found[] => {
    const key = String(name?.value);
    const code = FORBIDDEN.has(key) ? 'forbidden-name' : seen.has(key) ? 'twice' : '';
    seen.add(key);
    const own = code ? [{ code, path: [...path, key], params: { name: key }, key: true as const }] : [];
    return [...own, ...(value ? faultsOfNames(value, [...path, key]) : [])];
  });
}

/** What the schema refuses, in words of documents. */
function ofSchema(errors: readonly ErrorObject[]): Found[] {
  const said = new Set<string>();
  return errors.flatMap((error): Found[] => {
    const found = wordedError(error);
    const id = `${found.code} ${pointerTo(found.path)}`;
    if (said.has(id) || error.keyword === 'propertyNames') return [];
    said.add(id);
    return [found];
  });
}

function wordedError({ keyword, instancePath, params, schema, parentSchema }: ErrorObject): Found {
  const path = placed(instancePath);
  const limit = (params as { limit?: number }).limit ?? 0;
  switch (keyword) {
    case 'required':
      return { code: 'missing', path, params: { name: String(params['missingProperty']) }, key: true };
    case 'additionalProperties': {
      const name = String(params['additionalProperty']);
      const known = Object.keys((parentSchema as { properties?: object } | undefined)?.properties ?? {});
      return { code: 'unknown-member', path: [...path, name], params: { name }, key: true, ...near(name, known) };
    }
    case 'type':
      return { code: 'type', path, params: { type: [params['type'] as string | string[]].flat().join(', ') } };
    case 'enum': {
      const allowed = ((params as { allowedValues?: unknown[] }).allowedValues ?? (schema as unknown[])).map(String);
      return { code: 'not-one-of', path, params: { allowed: allowed.join(', ') } };
    }
    case 'minLength':
    case 'minItems':
    case 'minProperties':
    case 'minimum':
      return { code: 'too-little', path, params: { limit } };
    case 'maxLength':
    case 'maxItems':
    case 'maxProperties':
    case 'maximum':
      return { code: 'too-much', path, params: { limit } };
    default:
      return { code: 'not-fitting', path };
  }
}

/** Indexes of arrays are numbers in the tree. */
const placed = (pointer: string): (string | number)[] => pathOf(pointer).map((part) => (/^\d+$/.test(part) ? Number(part) : part));
