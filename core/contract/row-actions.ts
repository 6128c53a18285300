import type { Action, Binding, Text } from './page.ts';
import type { Id } from './plugin.ts';

/** The question before an action that nothing takes back; its texts are `<texts>.confirm`, `.body` and `.button`. */
const finalQuestion = (texts: Text): NonNullable<Action['confirm']> => ({
  title: `${texts}.confirm`,
  body: `${texts}.body`,
  button: `${texts}.button`,
  final: true,
});

/** A table's button that opens the form for a new row. */
export const addAction = (of: Pick<Action, 'id' | 'title' | 'ability'> & { form: Id; as?: 'modal' | 'drawer' }): Action => ({
  id: of.id,
  title: of.title,
  icon: 'plus',
  emphasis: 'primary',
  ability: of.ability,
  do: { form: of.form, as: of.as ?? 'modal' },
  after: 'reload',
});

/** An action of a row that removes it for good, after a question. Its texts are `<texts>.title`, `.confirm`, `.body` and `.button`. */
export const removeAction = ({
  texts,
  call,
  params,
  ...of
}: Pick<Action, 'id' | 'ability' | 'when' | 'needs' | 'failed'> & { texts: Text; call: Id; params: Record<string, Binding> }): Action => ({
  ...of,
  title: `${texts}.title`,
  icon: 'trash',
  emphasis: 'danger',
  do: { call, params },
  confirm: finalQuestion(texts),
  after: 'remove-row',
});
