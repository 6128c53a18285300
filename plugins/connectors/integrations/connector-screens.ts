import {
  type Binding,
  type ConnectorDef,
  defineForm,
  type FieldUi,
  type FormDef,
  type Id,
  type PageExtension,
  T,
  type TObject,
  type TSchema,
} from '../../../core/contract.ts';

type Fields = Record<string, TSchema>;
const Name = T.String({ minLength: 1, maxLength: 60, pattern: '\\S', title: 'integrations.field.name' });

/** What connecting takes: a name, and the fields that a person fills in. */
export const connectSchema = (connector: ConnectorDef): TObject => T.Object({ name: T.Optional(Name), ...givenFields(connector) });

/** What changing a connection takes: secret fields may be left out, and keep their value. */
export const changeSchema = (connector: ConnectorDef): TObject =>
  T.Object({ name: Name, ...optionalSecrets(givenFields(connector), connector.auth.secret) });

interface ScreenOptions {
  /** The ids of the forms and actions, by their names. */
  id: (name: string) => Id;
  /** The routes that connect, and that change a connection. */
  connect: Id;
  change: Id;
  /** Further parameters of these routes. */
  fixed?: Record<string, Binding>;
  /** Where the texts of the fields stand, as `FormDef.texts`. */
  texts?: readonly string[];
  /** How the connector's own fields look in the form. */
  ui?: Record<string, FieldUi>;
}

/** The forms of a connector, and the actions that open them on the screens of the integrations. */
export function connectorScreens(
  connector: ConnectorDef,
  { id: own, connect, change, fixed, texts, ui }: ScreenOptions,
): { forms: FormDef[]; extend: PageExtension[] } {
  const isSignedIn = connector.auth.oauth !== undefined;
  const about = { version: 1, ui: { name: { widget: 'text', help: 'integrations.field.name.help' }, ...ui }, ...(texts ? { texts } : {}) };
  const opened = { as: 'drawer' as const, ...(fixed ? { fixed } : {}) };
  const changing = (field: 'id' | 'broken', title?: string) => ({
    form: own('change'),
    ...opened,
    ...(title ? { title } : {}),
    prefill: { route: 'integrations.settings' as const, params: { id: { from: 'row' as const, field } } },
  });
  return {
    forms: [
      defineForm({
        ...about,
        id: own('connect'),
        title: 'integrations.form.connect',
        about: connector.title,
        button: 'integrations.action.connect',
        schema: connectSchema(connector),
        submit: connect,
        ability: ['create', 'Connection'],
      }),
      defineForm({
        ...about,
        id: own('change'),
        title: 'integrations.form.change',
        schema: changeSchema(connector),
        submit: change,
        ability: ['update', 'Connection'],
      }),
    ],
    extend: [
      {
        role: 'integrations.catalogue',
        order: 10,
        blocks: [],
        actions: [
          {
            id: own('open-connect'),
            title: 'integrations.action.connect',
            icon: 'plug-connected',
            emphasis: 'primary',
            ability: ['create', 'Connection'],
            when: { field: 'connects', is: connector.id },
            do: { form: own('connect'), ...opened, title: 'integrations.open.connect' },
          },
          {
            id: own('open-reconnect'),
            title: 'integrations.action.reconnect',
            icon: 'plug-connected',
            emphasis: 'primary',
            ability: ['update', 'Connection'],
            when: { field: 'reconnect', is: connector.id },
            do: isSignedIn
              ? { call: 'integrations.authorize', params: { id: { from: 'row', field: 'broken' } } }
              : changing('broken', 'integrations.open.reconnect'),
          },
        ],
      },
      {
        role: 'integrations.connection',
        order: 10,
        blocks: [],
        actions: [
          {
            id: own('open-change'),
            title: 'integrations.action.change',
            icon: 'pencil',
            ability: ['update', 'Connection'],
            when: { field: 'changes', is: connector.id },
            do: changing('id'),
          },
          {
            id: own('open-renew'),
            title: 'integrations.action.reconnect',
            icon: 'plug-connected',
            emphasis: 'primary',
            ability: ['update', 'Connection'],
            when: { field: 'renews', is: connector.id },
            do: changing('id', 'integrations.open.reconnect'),
          },
        ],
      },
    ],
  };
}

/** Fields that nobody enters, because the other system tells them. */
export const learnedFields = ({ learned = [], oauth }: ConnectorDef['auth']): string[] => [...learned, ...Object.keys(oauth?.gives ?? {})];

/** The fields a person fills in: all but those that the platform makes or learns. */
function givenFields({ auth, generate = {} }: ConnectorDef): Fields {
  const all = Object.entries(auth.fields.properties as Fields);
  const told = learnedFields(auth);
  return Object.fromEntries(all.filter(([field]) => !(field in generate) && !told.includes(field)));
}

const optionalSecrets = (fields: Fields, secret: readonly string[]): Fields =>
  Object.fromEntries(Object.entries(fields).map(([field, schema]) => [field, secret.includes(field) ? T.Optional(schema) : schema]));
