/** A form-encoded body as nested values: `a[b]=1&c[0]=x` becomes `{ a: { b: '1' }, c: { 0: 'x' } }`. */
export interface Form {
  [key: string]: string | Form;
}

export function parseForm(text: string): Form {
  const form: Form = Object.create(null) as Form;
  for (const [name, value] of new URLSearchParams(text)) {
    const path = name.split(/[[\]]+/).filter(Boolean);
    const last = path.pop()!;
    let at = form;
    for (const key of path) at = (at[key] ??= Object.create(null) as Form) as Form;
    at[last] = value;
  }
  return form;
}

export const textOf = (form: Form, key: string): string | null => (typeof form[key] === 'string' ? form[key] : null);
export const numberOf = (form: Form, key: string): number | null => (textOf(form, key) === null ? null : Number(textOf(form, key)));
export const flat = (value: string | Form | undefined): Record<string, string> =>
  typeof value === 'object' ? Object.fromEntries(Object.entries(value).map(([k, v]) => [k, String(v)])) : {};
