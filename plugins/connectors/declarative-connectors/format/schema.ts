import { T, type Static, type TSchema, type TObject } from '../../../../core/contract.ts';

/** Characters of a document. */
export const LONGEST_DOCUMENT = 65_536;
/** How deep a document may nest. */
export const DEEPEST = 20;

/** What ends an answer, and what an outcome of these names is: see the table of outcomes in docs/connectors.md. */
const ENDINGS = ['done', 'retry', 'reject', 'reauthorise', 'hold', 'disable'] as const;
const FIELD_TYPES = ['text', 'email', 'url', 'number', 'switch', 'choice'] as const;

/** Members that are not named are faults. */
const Closed = <P extends Record<string, TSchema>>(properties: P, description?: string): TObject<P> =>
  T.Object(properties, { additionalProperties: false, ...(description ? { description } : {}) });
const about = (description: string, more: object = {}) => ({ description, ...more });

const Text = (description: string) =>
  Closed(
    {
      en: T.String(about('In English.', { minLength: 1, maxLength: 400 })),
      ar: T.String(about('In Arabic.', { minLength: 1, maxLength: 400 })),
    },
    description,
  );
const Template = (description: string, maxLength = 2_000) => T.String(about(description, { maxLength }));
const Pointer = (description: string) => T.String(about(description, { pattern: '^(/([^~/]|~[01])*)*$', maxLength: 200 }));
const Texts = (description: string) =>
  T.Record(
    T.String({ pattern: "^[A-Za-z0-9!#$%&'*+.^_`|~\\[\\]-]{1,80}$" }),
    Template(''),
    about(description, { maxProperties: 60, additionalProperties: false }),
  );
const NAME = '^[a-z][A-Za-z0-9_]{0,39}$';

const Answer = Closed(
  {
    status: T.Optional(
      T.Array(
        T.String({ pattern: '^[1-5](\\d\\d|xx)$' }),
        about('Statuses that it is about: `404`, `4xx`. Any when left out.', { minItems: 1, maxItems: 20 }),
      ),
    ),
    at: T.Optional(Pointer('A place in the JSON of the answer that must be there (JSON Pointer): `/error/code`.')),
    is: T.Optional(
      T.Array(
        T.Unsafe<string | number | boolean>({ type: ['string', 'number', 'boolean'] }),
        about('What stands at `at`: one of these values.', { minItems: 1, maxItems: 40 }),
      ),
    ),
    text: T.Optional(
      T.Array(
        T.String({ minLength: 1, maxLength: 200 }),
        about('A part of the text of the answer: one of these.', { minItems: 1, maxItems: 40 }),
      ),
    ),
    then: T.Optional(
      T.Enum(
        [...ENDINGS],
        about('How it ends: `done` goes on with the next step, the others are the outcomes. The status says it when left out.'),
      ),
    ),
    note: T.Optional(Pointer('Where the answer says in words what is wrong, for the log (JSON Pointer).')),
    remedy: T.Optional(
      T.String(about('One of `remedies`: what the owner is to do. For `reauthorise`, `hold` and `disable`.', { pattern: NAME })),
    ),
    lead: T.Optional(T.Enum(['invalid'], about('The other system says that nobody can be reached under the address of the lead.'))),
  },
  'What an answer means. The first that fits counts; where none does, the status says it.',
);

const Condition = Closed(
  {
    value: Template('The text that is looked at.'),
    is: T.Array(T.String({ maxLength: 200 }), about('One of these texts; `""` is an empty one.', { minItems: 1, maxItems: 40 })),
    not: T.Optional(T.Boolean(about('None of them.'))),
  },
  'The step is left out where this does not hold; what it keeps is empty then.',
);

const Step = Closed(
  {
    name: T.String(about('Names what it keeps: `steps.<name>`.', { pattern: NAME })),
    when: T.Optional(Condition),
    method: T.Enum(['GET', 'POST', 'PUT', 'PATCH', 'DELETE'], about('The HTTP method.')),
    url: Template('By https, and to a host of `egress`; or one that begins with a field of type `url`. Placeholders are encoded.'),
    query: T.Optional(Texts('Parameters of the address.')),
    headers: T.Optional(Texts('Headers. No fields of leads.')),
    basic: T.Optional(
      Closed({ user: Template('User name.', 300), password: Template('Password; may be empty.', 300) }, 'Basic authentication.'),
    ),
    json: T.Optional(
      T.Unknown(
        about(
          'The body as JSON. A text that is one placeholder keeps its type; an object with `$if` is left out where that placeholder is empty.',
        ),
      ),
    ),
    form: T.Optional(Texts('The body as a form.')),
    omitEmpty: T.Optional(T.Boolean(about('Members of `json`, `form` and `query` that are empty are left out.'))),
    answers: T.Optional(T.Array(Answer, about('What answers of this step mean; asked before those of the document.', { maxItems: 40 }))),
    keep: T.Optional(
      T.Record(
        T.String({ pattern: NAME }),
        Pointer(''),
        about('Names, and where in the JSON of the answer their values stand: for later steps and `ref`.', {
          maxProperties: 10,
          additionalProperties: false,
        }),
      ),
    ),
  },
  'One call of the other system.',
);
const Steps = T.Array(Step, about('The calls, one after the other.', { minItems: 1, maxItems: 10 }));

/** An object, or null: without `anyOf`, so that a fault names the member at fault. */
const OrNull = <P extends Record<string, TSchema>>(properties: P, description: string) =>
  T.Unsafe<Static<TObject<P>> | null>({ ...Closed(properties, description), type: ['object', 'null'] });

const Field = Closed(
  {
    label: Text('What the form calls it.'),
    help: T.Optional(Text('Where to find it.')),
    placeholder: T.Optional(T.String(about('Stands in the empty field.', { maxLength: 200 }))),
    type: T.Enum([...FIELD_TYPES], about('What is entered.')),
    secret: T.Optional(T.Boolean(about('Sealed, and never shown again.'))),
    optional: T.Optional(T.Boolean(about('May be left empty.'))),
    minLength: T.Optional(T.Integer(about('At least so many characters.', { minimum: 1, maximum: 500 }))),
    maxLength: T.Optional(T.Integer(about('At most so many characters; 300 when left out.', { minimum: 1, maximum: 1_000 }))),
    path: T.Optional(T.String(about('Of a `url`: its path begins with this.', { pattern: '^/', maxLength: 100 }))),
    choices: T.Optional(
      T.Array(
        Closed({ value: T.String({ minLength: 1, maxLength: 60, pattern: '^[A-Za-z0-9._-]+$' }), label: Text('What the form calls it.') }),
        about('Of a `choice`.', { minItems: 1, maxItems: 60 }),
      ),
    ),
  },
  'A field of the form with which it is connected: `auth.<name>`.',
);

/** A document that describes a connector. */
export const ConnectorDocument = Closed({
  $schema: T.Optional(T.String(about('For editors; not looked at.', { maxLength: 300 }))),
  document: T.Integer(about('The version of this format: 1.', { minimum: 1, maximum: 1 })),
  id: T.String(about('Names it for ever; connections are kept by it.', { pattern: '^[a-z][a-z0-9-]{1,39}$' })),
  title: Text('What the card calls it.'),
  summary: Text('One sentence for the card.'),
  egress: T.Array(
    T.String({ maxLength: 200 }),
    about('The only hosts that are called: `api.crm.example`, `*.crm.example`, or `*` for those that a field of type `url` holds.', {
      minItems: 1,
      maxItems: 20,
    }),
  ),
  rate: T.Optional(
    Closed(
      {
        calls: T.Integer(about('At most so many calls', { minimum: 1, maximum: 100_000 })),
        seconds: T.Integer(about('in so many seconds.', { minimum: 1, maximum: 86_400 })),
        per: T.Optional(
          T.Enum(['connection', 'connector'], about('Who shares it: each connection by itself (the default), or all of them.')),
        ),
      },
      'What the other system allows; kept to by waiting.',
    ),
  ),
  fields: T.Record(
    T.String({ pattern: NAME }),
    Field,
    about('What a company enters to connect it.', { minProperties: 1, maxProperties: 20, additionalProperties: false }),
  ),
  mapping: T.Optional(
    T.Enum(['any'], about('The company may send further fields, under names that it gives: `fields` as a value of `json`.')),
  ),
  sends: T.Optional(
    T.Array(
      T.String({ maxLength: 60 }),
      about('Fields of leads that are sent where the company has chosen nothing; all that placeholders name when left out.', {
        maxItems: 40,
        uniqueItems: true,
      }),
    ),
  ),
  remedies: T.Optional(
    T.Record(
      T.String({ pattern: NAME }),
      Text(''),
      about('Sentences that say what the owner is to do.', { maxProperties: 40, additionalProperties: false }),
    ),
  ),
  answers: T.Optional(T.Array(Answer, about('What answers of any step mean.', { maxItems: 40 }))),
  test: OrNull({ steps: Steps }, 'Proves what was entered by calls that write nothing; `null` where there is none.'),
  erase: OrNull(
    {
      by: T.Enum(
        ['ref', 'email'],
        about('By what somebody is known there: `person.ref` (what `ref` of the action said) or `person.email`.'),
      ),
      steps: Steps,
    },
    'Erases somebody; `null` where no call does. Run once for each reference or address.',
  ),
  actions: T.Record(
    T.String({ pattern: NAME }),
    Closed({
      title: Text('What it does.'),
      on: T.Enum(['new-lead'], about('When.')),
      steps: Steps,
      ref: T.Optional(Template('What the other system calls the record, for the log and for `erase`.', 300)),
    }),
    about('What is done.', { minProperties: 1, maxProperties: 5, additionalProperties: false }),
  ),
});
export type Document = Static<typeof ConnectorDocument>;
export type DocumentStep = Static<typeof Step>;
export type DocumentAnswer = Static<typeof Answer>;
export type DocumentField = Static<typeof Field>;
