import '../mantine-later-styles.ts';
import Form from '@rjsf/core';
import type { ReactNode, Ref } from 'react';
import type { Row } from '../data/bindings.ts';
import { type EditorProps, type FieldsProps, FormEditor } from './form-editor.tsx';
import { templates, widgets } from './theme.ts';
import { inWords } from './validation/messages.ts';
import { interpretedValidator } from './validation/validator.ts';

const validator = interpretedValidator();
/** A list that wants entries begins empty, and says what it lacks when it is sent; else it would begin with entries that are none. */
const DEFAULTS = { arrayMinItems: { populate: 'never' } } as const;

/** Fields of any schema, drawn by RJSF. */
const RichFields = ({
  ref,
  prefix,
  schema,
  uiSchema,
  data,
  errors,
  isLive,
  onChange,
  onWrong,
  onRefused,
  onSubmit,
  children,
}: FieldsProps): ReactNode => (
  <Form
    ref={ref as Ref<Form>}
    idPrefix={prefix}
    schema={schema}
    uiSchema={uiSchema}
    formData={data}
    validator={validator}
    widgets={widgets}
    templates={templates}
    extraErrors={errors}
    transformErrors={inWords}
    liveValidate={isLive ? 'onChange' : false}
    noHtml5Validate
    experimental_defaultFormStateBehavior={DEFAULTS}
    showErrorList={false}
    focusOnFirstError={(error) => onWrong(error.property ?? '')}
    onChange={(event, id) => onChange((event.formData ?? {}) as Row, id ? (id.slice(prefix.length + 1).split('_')[0] ?? '') : undefined)}
    onError={onRefused}
    onSubmit={(event) => onSubmit((event.formData ?? {}) as Row)}
  >
    {children}
  </Form>
);

export default (props: EditorProps): ReactNode => <FormEditor {...props} Fields={RichFields} />;
