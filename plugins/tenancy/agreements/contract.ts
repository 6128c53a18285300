import { defineEvent, definePort, defineExtensionPoint, T } from '../../../core/contract.ts';

/** How a company stands to one document. */
export interface AgreementStatus {
  document: string;
  /** True only when the latest material version was accepted. */
  accepted: boolean;
  /**
   * True when what needs the document must not be used now: nothing was ever accepted, or the notice of a new material
   * version has run out.
   */
  blocked: boolean;
  /** The end of the notice of a material version that is still to be accepted; null without one. */
  blocksAt: Date | null;
  /** The newest version accepted, if any, and the latest material one. */
  acceptedVersion: number | null;
  latestVersion: number;
}

/** What goes into an acceptance beside what the server knows itself. */
export interface AcceptanceInput {
  document: string;
  /** Where in the product it was accepted, in the caller's words. */
  locationMenu: string;
  /** SHA-256 in hex of the rendered text that the person saw; another text answers 409. */
  sha256?: string | undefined;
  /** The feature it belongs to, as the caller knows it. */
  feature?: { id: string; name: string } | undefined;
  /** Set where the same text has to be accepted anew, e.g. each time a mode is switched on; empty otherwise. */
  occasion?: string | undefined;
}

/** What companies agreed to. Every function speaks of the caller's company when none is named; a foreign one answers 404. */
export interface AgreementsApi {
  /** Whether what needs the document may be used: accepted, or a new version is still within its notice. */
  accepted(document: string, companyId?: number): Promise<boolean>;
  status(document: string, companyId?: number): Promise<AgreementStatus>;
  /**
   * Accepts the latest version for the actor's own company and answers it; accepting twice changes nothing. Refused (403) in
   * view mode and for whoever may not bind the company.
   */
  accept(input: AcceptanceInput): Promise<{ version: number; sha256: string }>;
}
export const Agreements = definePort<AgreementsApi>('agreements.v1');

/** One version of a document as shipped with a plugin; a text that changes gets a higher version. */
export interface AgreementDocument {
  /** Lower-case words with dashes; also its address. */
  name: string;
  version: number;
  /** First day on which it holds, YYYY-MM-DD. */
  effective: string;
  /** Whether those who accepted an earlier version have to accept this one. */
  material: boolean;
  /** Message key of the plugin that contributes it. */
  title: string;
  /** HTML with `{placeholders}`: see `VARIABLES` in agreements/variables.ts. */
  html: Record<'en' | 'ar', URL>;
  /** Open to visitors; others are read by whoever is signed in. */
  open: boolean;
  /** Feature whose pages need this document accepted, without the plugin's id: `b2b_module`. */
  feature?: { slug: string; name: string; dialog: `${string}.${string}` };
}
export const AgreementDocuments = defineExtensionPoint<AgreementDocument>('agreements.document');

/** A company accepted a document. Emitted under that company. */
export const AgreementAccepted = defineEvent({
  id: 'agreements.accepted',
  version: 1,
  payload: T.Object({ companyId: T.Integer(), document: T.String(), documentVersion: T.Integer() }),
});
