import type { RJSFSchema } from '@rjsf/utils';
import type { WireFormBody } from '../../../core/contract/wire.ts';

const WIDGETS: ReadonlySet<string | undefined> = new Set([undefined, 'text', 'email', 'password', 'hidden']);
/** What fields may say and be drawn plainly; whatever else they say is for the library. */
const KEYWORDS: ReadonlySet<string> = new Set(['type', 'title', 'description', 'minLength', 'maxLength', 'pattern', 'format']);
const SETTINGS: ReadonlySet<string> = new Set(['widget', 'autocomplete', 'placeholder', 'help']);

/** Whether a form is made of lines of text alone, which depend on nothing. */
export function isPlain({ schema, ui }: WireFormBody): boolean {
  const { properties = {}, allOf, if: condition } = schema as RJSFSchema;
  const fields = Object.values(properties) as RJSFSchema[];
  return (
    !allOf &&
    !condition &&
    fields.every(
      (field) =>
        field.type === 'string' &&
        (field.format === undefined || field.format === 'email') &&
        Object.keys(field).every((keyword) => KEYWORDS.has(keyword)),
    ) &&
    Object.entries(ui).every(
      ([name, settings]) =>
        name in properties && WIDGETS.has(settings.widget) && Object.keys(settings).every((setting) => SETTINGS.has(setting)),
    )
  );
}
