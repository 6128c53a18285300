import type { FormDef } from '../contract.ts';
import type { Catalogue } from '../i18n/catalogue.ts';

/** The message key for something about a field of a form: its title (`''`), `.help` or `.<choice>`; undefined where there is no text. */
export const fieldKey = (catalogue: Catalogue, form: FormDef, field: string, about = ''): string | undefined =>
  (form.texts ?? [form.id]).map((prefix) => `${prefix}.${field}${about}`).find((key) => catalogue.has(key));
