import type { ErrorObject } from 'ajv/dist/2020.js';

/** A number as JSON and people write it; nothing that a reader could take for another. */
const NUMBER = /^-?(?:0|[1-9]\d{0,14})(?:\.\d{1,10})?$/;

/** The value in the form that was wanted, or undefined where it does not unmistakably have one. */
function inForm(value: unknown, { keyword, params, parentSchema }: ErrorObject): unknown {
  const choices = (parentSchema as { enum?: readonly unknown[] } | undefined)?.enum;
  if (choices?.length === 2 && choices.includes('T') && choices.includes('F')) {
    if (value === true || value === 1) return 'T';
    return value === false || value === 0 ? 'F' : undefined;
  }
  if (keyword !== 'type') return undefined;
  const { type } = params as { type?: unknown };
  if (type === 'string') return typeof value === 'number' && Number.isFinite(value) ? String(value) : undefined;
  if (type === 'integer' || type === 'number') return typeof value === 'string' && NUMBER.test(value) ? Number(value) : undefined;
  if (type === 'boolean') return value === 'T' ? true : value === 'F' ? false : undefined;
  return undefined;
}

const partsOf = (pointer: string): string[] =>
  pointer
    .split('/')
    .slice(1)
    .map((part) => part.replace(/~1/g, '/').replace(/~0/g, '~'));

/** Writes into a copy; members that the value does not itself have are never touched. */
function putAt(root: unknown, pointer: string, change: (old: unknown) => unknown): boolean {
  const parts = partsOf(pointer);
  const last = parts.pop();
  let at = root;
  for (const part of parts) {
    if (at === null || typeof at !== 'object' || !Object.hasOwn(at, part)) return false;
    at = (at as Record<string, unknown>)[part];
  }
  if (last === undefined || at === null || typeof at !== 'object' || !Object.hasOwn(at, last)) return false;
  const value = change((at as Record<string, unknown>)[last]);
  if (value === undefined) return false;
  (at as Record<string, unknown>)[last] = value;
  return true;
}

/**
 * The calls of the specification send the same field as a number here and as text there, and flags as `T`, as `true` or as 1. Answers a
 * copy in which values that were refused for their form alone have the wanted one, or null when there is nothing like that.
 */
export function inWantedForms(value: unknown, errors: readonly ErrorObject[]): unknown {
  const copy = structuredClone(value);
  const done = new Set<string>();
  for (const error of errors) {
    if (done.has(error.instancePath)) continue;
    if (putAt(copy, error.instancePath, (old) => inForm(old, error))) done.add(error.instancePath);
  }
  return done.size > 0 ? copy : null;
}
