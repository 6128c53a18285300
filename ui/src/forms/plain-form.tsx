import type { RJSFSchema, WidgetProps } from '@rjsf/utils';
import { useImperativeHandle, type ComponentType, type ReactNode } from 'react';
import { type EditorProps, type FieldsProps, FormEditor } from './form-editor.tsx';
import styles from './forms.module.css';
import { faultsOf } from './validation/plain-checks.ts';
import { EmailWidget, HiddenWidget, PasswordWidget, PlainTextWidget } from './widgets/plain-texts.tsx';

const WIDGETS: Record<string, ComponentType<WidgetProps>> = {
  text: PlainTextWidget,
  email: EmailWidget,
  password: PasswordWidget,
  hidden: HiddenWidget,
};

/** Lines of text, one below the other: what somebody fills in who is not signed in yet, without the library that draws any schema. */
function PlainFields({
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
}: FieldsProps): ReactNode {
  const faults = faultsOf(schema, data);
  const validateForm = (): boolean => {
    const [first] = Object.keys(faults);
    if (first === undefined) return true;
    onRefused();
    onWrong(first);
    return false;
  };
  useImperativeHandle(ref, () => ({ validateForm }));
  const order = (uiSchema['ui:order'] as string[]).filter((name) => name !== '*');

  const field = (name: string): ReactNode => {
    const own = (schema.properties?.[name] ?? {}) as RJSFSchema;
    const options = (uiSchema[name]?.['ui:options'] ?? {}) as WidgetProps['options'];
    const widget = (options['widget'] as string | undefined) ?? 'text';
    const Widget = WIDGETS[widget]!;
    const told = [...(errors[name]?.['__errors'] ?? []), ...(isLive ? (faults[name] ?? []) : [])];
    const props = {
      id: `${prefix}_${name}`,
      name,
      label: own.title ?? name,
      required: schema.required?.includes(name) ?? false,
      schema: own,
      options,
      rawErrors: told,
      value: data[name],
      onChange: (value: unknown) => onChange({ ...data, [name]: value }, name),
      onBlur: () => undefined,
    } as unknown as WidgetProps;
    return (
      <div key={name} hidden={widget === 'hidden'} className={styles.cell} data-span={12}>
        <Widget {...props} />
      </div>
    );
  };
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (validateForm()) onSubmit(data);
      }}
    >
      <div className={styles.root}>
        <div className={styles.grid}>{order.map(field)}</div>
      </div>
      {children}
    </form>
  );
}

/** Lines of text alone, as the sign-in screens have them. */
export const PlainForm = (props: EditorProps): ReactNode => <FormEditor {...props} Fields={PlainFields} />;
