/** What the editor of forms gets (`GET /api/forms/:id/editor`) and sends; shared with the browser. */
import type { FormOp, FormProperty } from './form.ts';

/** A text as it stands in each language; empty where there is none. */
export interface BothTexts {
  en: string;
  ar: string;
}
/** A field as it stands without the changes that are being edited. */
export interface EditedField {
  name: string;
  /** Added by operators of a layer above. */
  isOwn: boolean;
  title: BothTexts;
  help: BothTexts;
  group: BothTexts;
  widget: string | null;
  type: string | null;
  choices: ({ value: string | number | boolean | null } & BothTexts)[];
  isRequired: boolean;
  isHidden: boolean;
  default: unknown;
  when: { field: string; is: string | number | boolean } | null;
  /** By name; null where the field has no such limit yet. */
  limits: Record<string, number | null>;
  /** What may be changed. */
  open: FormProperty[];
  /** Ids of the forms that have it. */
  forms: string[];
}
export interface EditedForm {
  id: string;
  /** What the editor says, by key. */
  texts: Record<string, string>;
  /** The forms that are changed as one. `keepsExtra`: it takes fields of the operators' own. */
  forms: { id: string; title: string; keepsExtra: boolean }[];
  role: string;
  agency: { id: number; name: string } | null;
  revision: number;
  state: 'none' | 'draft' | 'published';
  publishAt: string | null;
  ops: FormOp[];
  extra: Record<string, Record<string, unknown>>;
  /** What is published now, and what was before it. */
  published: { revision: number; ops: FormOp[]; extra: Record<string, Record<string, unknown>> } | null;
  history: {
    revision: number;
    state: string;
    at: string;
    by: string | null;
    ops: FormOp[];
    extra: Record<string, Record<string, unknown>>;
  }[];
  /** Published changes that do not fit any more. */
  unfit: { field: string; set: string; value: unknown; why: string }[];
  /** In the order in which they stand. */
  fields: EditedField[];
}
/** A change that does not fit: the number of the operation, or the name of an own field, and why. */
export interface UnfitChange {
  at: number | string;
  why: string;
}
