import { readFileSync } from 'node:fs';

/** Documents that the product brings, by their ids. They stand until operators publish a version of their own, or withdraw them. */
export const BUILTIN: ReadonlyMap<string, string> = new Map(
  ['slack-alerts', 'teams-alerts'].map((id) => [id, readFileSync(new URL(`../builtin/${id}.json`, import.meta.url), 'utf8')]),
);
