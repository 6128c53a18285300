import { Button } from '@mantine/core';
import { IconCheck } from '@tabler/icons-react';
import type { ErrorSchema, RJSFSchema, UiSchema } from '@rjsf/utils';
import { useContext, useEffect, useMemo, useRef, useState, type ComponentType, type ReactNode, type Ref } from 'react';
import type { WireFormBody } from '../../../core/contract/wire.ts';
import { ErrorPanel } from '../blocks/error-panel.tsx';
import { bodyFrom, type Row } from '../data/bindings.ts';
import { markDirty } from '../data/dirty.ts';
import { noteDraft } from '../data/drafts.ts';
import { FormDeskContext } from '../data/form-desk.ts';
import { useBindings } from '../data/binding-context.tsx';
import { useDelayed } from '../data/use-delayed.ts';
import { useActor } from '../shell/bootstrap.tsx';
import { SeverityIcon } from '../shell/severity.tsx';
import type { FormProps } from './form-view.tsx';
import { FilesContext } from './files.ts';
import { FormValuesContext } from './values.ts';
import styles from './forms.module.css';
import { hiddenFields, showingOnly, uiSchemaOf, withoutFields } from './shape.ts';
import { useFormData } from './use-form-data.ts';
import { useSubmit } from './use-submit.ts';
import { useTexts } from '../text/texts.ts';

/** The fields of a form with their own checks, whatever draws them. */
export interface FieldsProps {
  ref: Ref<FieldsHandle>;
  /** Begins the ids of all fields; an underscore and the field's name follow. */
  prefix: string;
  schema: RJSFSchema;
  uiSchema: UiSchema;
  data: Row;
  /** What the server found. */
  errors: ErrorSchema;
  /** Check at each change and not only before sending. */
  isLive: boolean;
  /** `field` is what the person changed; undefined where nobody did. */
  onChange(data: Row, field: string | undefined): void;
  /** Gets the dotted path of the first field that is wrong. */
  onWrong(path: string): void;
  onRefused(): void;
  onSubmit(data: Row): void;
  /** Stands below the fields. */
  children: ReactNode;
}
export interface FieldsHandle {
  /** Checks now and shows what is wrong; true where nothing is. */
  validateForm(): boolean;
}
const titleOf = (schema: RJSFSchema, name: string): string => (schema.properties?.[name] as RJSFSchema | undefined)?.title ?? name;
const same = (a: Row, b: Row): boolean => JSON.stringify(a) === JSON.stringify(b);

/** Puts the caret into a field; `path` is dotted. */
function focusField(form: HTMLElement | null, prefix: string, path: string): void {
  const id = [
    prefix,
    ...path
      .replace(/^\./, '')
      .split(/[.[\]]+/)
      .filter(Boolean),
  ].join('_');
  form?.querySelector<HTMLElement>(`[id="${CSS.escape(id)}"], [id^="${CSS.escape(id)}_"]`)?.focus();
}

export type EditorProps = FormProps & { body: WireFormBody; answer: Row | undefined };

/** A form that is filled in: checks before sending, keeps what was typed whatever the server says. */
export function FormEditor({
  body,
  answer,
  fixed,
  after,
  done,
  failed,
  each,
  onCancel,
  onAnswer,
  only,
  preview = false,
  Fields,
}: EditorProps & { Fields: ComponentType<FieldsProps> }): ReactNode {
  const t = useTexts();
  const desk = useContext(FormDeskContext);
  const isGuest = useActor() === null;
  const prefix = `f-${body.id.replace(/\W/g, '-')}`;
  const whole = body.schema as RJSFSchema;
  const context = useBindings();
  // What is fixed counts as filled in: it may be required, and nobody can type it.
  const known = { ...answer, ...bodyFrom(fixed, context) };
  const { before, data, touched, type, saved } = useFormData(body, known);
  const around = useMemo(() => ({ ...answer, ...data }), [answer, data]);
  const [tried, setTried] = useState(false);
  const box = useRef<HTMLDivElement>(null);
  const form = useRef<FieldsHandle>(null);
  const token = useRef({});
  const [files] = useState(() => new Map<string, File>());

  useEffect(() => {
    if (preview) return;
    noteDraft(body.id, data);
    return () => noteDraft(body.id, null);
  }, [body.id, data, preview]);

  const dirty = touched && !isGuest && !onAnswer && !preview && !same(before, data);
  useEffect(() => {
    const mine = token.current;
    markDirty(mine, dirty, body.id);
    desk?.setDirty(dirty);
    return () => markDirty(mine, false);
  }, [dirty, desk, body.id]);

  const hidden = hiddenFields(body, data).sort().join('\n');
  const schema = useMemo(
    () => withoutFields({ ...whole, title: undefined, description: undefined }, hidden ? hidden.split('\n') : []),
    [whole, hidden],
  );
  const uiSchema = useMemo(() => uiSchemaOf(only ? showingOnly(body, only) : body, answer), [body, answer, only]);
  const given = {
    body,
    before,
    fixed,
    after,
    done,
    failed,
    each,
    quiet: isGuest,
    files,
    onAnswer,
    onSaved: (values: Row) => {
      files.clear();
      // What was asked is kept as it is typed: the thing that it was prefilled from has not changed.
      setTried(false);
      if (!onAnswer) saved(values);
      markDirty(token.current, false);
      desk?.setDirty(false);
      desk?.done();
    },
    onRefused: (field: string | null) => field && setTimeout(() => focusField(box.current, prefix, field)),
  };
  const { send, forget, state, errors, rest: unplaced, problem } = useSubmit(given, answer);
  // What is wrong with a field that is not shown is said all the same.
  const [wrong, setWrong] = useState<string | null>(null);
  const unseen = only ? [...Object.keys(errors), ...(wrong === null ? [] : [wrong])].filter((name) => !only.includes(name)) : [];
  const rest = [
    ...unplaced,
    ...[...new Set(unseen)].map((name) => {
      const field = titleOf(whole, name);
      const [said] = errors[name]?.['__errors'] ?? [];
      return said ? `${field}: ${said}` : t('ui.section.elsewhere', { field });
    }),
  ];
  const loading = useDelayed(state === 'saving');

  // Surroundings that send the form need its newest state at the moment they do.
  const sendNow = useRef<() => Promise<boolean>>(async () => false);
  useEffect(() => {
    sendNow.current = async () => {
      setTried(true);
      return form.current?.validateForm() ? send(data, schema) : false;
    };
  });
  useEffect(() => desk?.enrol(() => sendNow.current()), [desk]);

  // The focus would otherwise stay on what opened it, or on a dialog's close button.
  const takesFocus = desk?.takesFocus;
  useEffect(() => {
    if (takesFocus) box.current?.querySelector<HTMLElement>('input:not([type=hidden]), textarea')?.focus();
  }, [takesFocus]);

  return (
    <FormValuesContext value={around}>
      <FilesContext value={files}>
        <div ref={box}>
          <Fields
            ref={form}
            prefix={prefix}
            schema={schema}
            uiSchema={uiSchema}
            data={data}
            errors={errors}
            isLive={tried}
            onChange={(values, field) => {
              type(values, field !== undefined);
              if (field !== undefined) forget(field);
            }}
            onWrong={(path) => {
              setWrong(path.replace(/^\./, '').split(/[.[\]]/)[0] ?? null);
              focusField(box.current, prefix, path);
            }}
            onRefused={() => {
              setTried(true);
              onAnswer?.(null);
            }}
            onSubmit={(values) => {
              setWrong(null);
              if (!preview) void send(values, schema);
            }}
          >
            {rest.map((message) => (
              <p key={message} className={styles.problems} role="alert">
                <SeverityIcon severity="bad" size={16} /> {message}
              </p>
            ))}
            {problem !== null && !rest.length && <ErrorPanel error={problem} />}
            {desk?.hidesButton ? (
              <></>
            ) : (
              <div className={styles.foot} data-guest={isGuest || undefined}>
                <Button type="submit" loading={loading}>
                  {body.button}
                </Button>
                {onCancel && (
                  <Button variant="default" onClick={onCancel}>
                    {t('ui.cancel')}
                  </Button>
                )}
                {!isGuest && (
                  <span className={styles.state} role="status">
                    {state === 'saving' ? (
                      (body.saving ?? t(body.saves ? 'ui.form.saving' : 'ui.form.working'))
                    ) : dirty ? (
                      t('ui.form.unsaved')
                    ) : state === 'saved' ? (
                      <Saved text={t(body.saves ? 'ui.form.saved' : 'ui.form.done')} />
                    ) : (
                      ''
                    )}
                  </span>
                )}
              </div>
            )}
          </Fields>
        </div>
      </FilesContext>
    </FormValuesContext>
  );
}

const Saved = ({ text }: { text: string }): ReactNode => (
  <>
    <IconCheck size={15} color="var(--severity-good)" aria-hidden />
    {text}
  </>
);
