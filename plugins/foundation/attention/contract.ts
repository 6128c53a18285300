import { type Ctx, defineExtensionPoint } from '../../../core/contract.ts';
import type { Product } from '../companies/contract.ts';

/** `bad`: something has stopped; `warn`: it will, or money is lost; `info`: good to know, and not counted among what needs attention. */
export const URGENCIES = ['bad', 'warn', 'info'] as const;
export type Urgency = (typeof URGENCIES)[number];

/** So many of a cause's concerns are listed when it is opened. */
export const LISTED = 20;

/** Whom or what a cause concerns, such as a campaign. */
export interface Concern {
  name: string;
  /** Whose it is, or how it stands. */
  note?: string;
  /** A path inside the product where it is seen to. */
  address?: string;
  since?: Date | null;
}
/** One cause that somebody should see to, however many it concerns. Texts in the caller's language; it states itself from data. */
export interface AttentionItem {
  /** Once among all causes: `site-id.pixel`. */
  id: string;
  urgency: Urgency;
  /** A few words: what is wrong. */
  title: string;
  /** What follows from it, or what helps. */
  text?: string;
  /** None: the caller's company itself. The first of them, since no more than `LISTED` are shown: whatever reads more makes everybody wait. */
  concerns?: readonly Concern[];
  /** How many it concerns in all; left out, the number of concerns. */
  count?: number;
  /** Left out, the earliest of the concerns. */
  since?: Date | null;
  /** What a button says, and the path inside the product that it leads to. Left out, a single concern is opened. */
  remedy?: { title: string; address: string };
}

/** Where causes are found: each plugin answers for what it keeps. */
export interface AttentionSource {
  /** Live topics whose news may change what it finds. */
  live: readonly string[];
  /**
   * What the caller should see to, and may know of: it asks for the caller's abilities itself. `product` narrows what is about campaigns; what is
   * not is found either way. In as many statements however many there are. All sources are asked side by side (`ctx.together`), so it only reads.
   */
  find(ctx: Ctx, of: { product?: Product }): Promise<readonly AttentionItem[]>;
}
/** What should be seen to, for the list on the pages that people open first. */
export const AttentionSources = defineExtensionPoint<AttentionSource>('attention.source');
