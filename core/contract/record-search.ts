import type { Ctx } from './context.ts';
import type { Text } from './page.ts';
import { defineExtensionPoint, type Id } from './plugin.ts';

/** A record that the palette found, and where it is shown. */
export interface FoundRecord {
  /** Names it among the others of its kind. */
  id: string;
  title: string;
  /** Small beside it, such as whose it is. */
  note?: string;
  /** A page, or the first page of a role that the caller may open and that states these values. */
  page: Id | { role: string; values?: Readonly<Record<string, string | number | boolean>> };
  /** Values of the page's path and of its query. */
  params?: Readonly<Record<string, string | number>>;
  query?: Readonly<Record<string, string>>;
}

/** A kind of record that people look for by name in the palette. */
export interface RecordSearch {
  id: Id;
  /** What the kind is called, in the plural. */
  title: Text;
  /** A Tabler icon by its kebab-case name. */
  icon: string;
  /** Among the kinds. */
  order: number;
  /** Left out for those who may not. */
  ability: readonly [action: string, subject: string];
  /**
   * The best `most` of what the caller may see, for a text of two characters or more. Asked while somebody types, so it must cost little; in
   * a transaction of its own.
   */
  find(ctx: Ctx, search: string, most: number): Promise<readonly FoundRecord[]>;
}
export const RecordSearches = defineExtensionPoint<RecordSearch>('core.record-search');
