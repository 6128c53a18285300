import { Button } from '@mantine/core';
import { IconCheck } from '@tabler/icons-react';
import Form from '@rjsf/core';
import type { RJSFSchema, RJSFValidationError } from '@rjsf/utils';
import { useContext, useEffect, useMemo, useRef, useState, type ReactNode } from 'react';
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
import styles from './forms.module.css';
import { hiddenFields, uiSchemaOf, withoutFields } from './shape.ts';
import { templates, widgets } from './theme.ts';
import { useFormData } from './use-form-data.ts';
import { useSubmit } from './use-submit.ts';
import { interpretedValidator } from './validation/validator.ts';
import { inWords } from './validation/messages.ts';
import { useTexts } from '../text/texts.ts';

const validator = interpretedValidator();
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
}: FormProps & { body: WireFormBody; answer: Row | undefined }): ReactNode {
  const t = useTexts();
  const desk = useContext(FormDeskContext);
  const isGuest = useActor() === null;
  const prefix = `f-${body.id.replace(/\W/g, '-')}`;
  const whole = body.schema as RJSFSchema;
  const context = useBindings();
  // What is fixed counts as filled in: it may be required, and nobody can type it.
  const known = { ...answer, ...bodyFrom(fixed, context) };
  const { before, data, touched, type, saved } = useFormData(body, known);
  const [tried, setTried] = useState(false);
  const box = useRef<HTMLDivElement>(null);
  const form = useRef<Form>(null);
  const token = useRef({});
  const [files] = useState(() => new Map<string, File>());

  useEffect(() => {
    noteDraft(body.id, data);
    return () => noteDraft(body.id, null);
  }, [body.id, data]);

  const dirty = touched && !isGuest && !same(before, data);
  useEffect(() => {
    const mine = token.current;
    markDirty(mine, dirty);
    desk?.setDirty(dirty);
    return () => markDirty(mine, false);
  }, [dirty, desk]);

  const hidden = hiddenFields(body, data).sort().join('\n');
  const schema = useMemo(
    () => withoutFields({ ...whole, title: undefined, description: undefined }, hidden ? hidden.split('\n') : []),
    [whole, hidden],
  );
  const uiSchema = useMemo(() => uiSchemaOf(body, answer), [body, answer]);
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
    onSaved: (values: Row) => {
      files.clear();
      saved(values);
      markDirty(token.current, false);
      desk?.setDirty(false);
      desk?.done();
    },
    onRefused: (field: string | null) => field && setTimeout(() => focusField(box.current, prefix, field)),
  };
  const { send, forget, state, errors, rest, problem } = useSubmit(given, answer);
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

  // A dialog is opened to be filled in; the focus would otherwise stay on its close button.
  const inDialog = desk !== null && !desk.hidesButton;
  useEffect(() => {
    if (inDialog) box.current?.querySelector<HTMLElement>('input:not([type=hidden]), textarea')?.focus();
  }, [inDialog]);

  const focusFirst = (error: RJSFValidationError): void => focusField(box.current, prefix, error.property ?? '');
  return (
    <FilesContext value={files}>
      <div ref={box}>
        <Form
          ref={form}
          idPrefix={prefix}
          schema={schema}
          uiSchema={uiSchema}
          formData={data}
          validator={validator}
          widgets={widgets}
          templates={templates}
          extraErrors={errors}
          transformErrors={inWords}
          liveValidate={tried ? 'onChange' : false}
          noHtml5Validate
          showErrorList={false}
          focusOnFirstError={focusFirst}
          onChange={(event, id) => {
            type((event.formData ?? {}) as Row, Boolean(id));
            if (!id) return;
            forget(id.slice(prefix.length + 1).split('_')[0] ?? '');
          }}
          onError={() => setTried(true)}
          onSubmit={(event) => void send((event.formData ?? {}) as Row, schema)}
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
        </Form>
      </div>
    </FilesContext>
  );
}

const Saved = ({ text }: { text: string }): ReactNode => (
  <>
    <IconCheck size={15} color="var(--severity-good)" aria-hidden />
    {text}
  </>
);
