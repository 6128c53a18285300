import type { ErrorSchema, RJSFSchema } from '@rjsf/utils';
import { useCallback, useRef, useState } from 'react';
import type { WireAction, WireFormBody } from '../../../core/contract/wire.ts';
import type { Binding } from '../../../core/contract/page.ts';
import { call, type CallInput } from '../api/call.ts';
import { CANCELLED, formChanged, ProblemError } from '../api/problem.ts';
import { takeForm } from '../api/queries.ts';
import { paramsOf, type Values } from '../api/url.ts';
import { useAnswer } from '../data/answer.ts';
import { bodyFrom, fieldOf, type Row } from '../data/bindings.ts';
import type { SendEach } from '../data/dialog-store.ts';
import { useBindings } from '../data/binding-context.tsx';
import { serverErrors } from './server-errors.ts';
import { submission } from './shape.ts';
import { useTexts } from '../text/texts.ts';

export type SaveState = 'idle' | 'saving' | 'saved';

interface Given {
  body: WireFormBody;
  before: Row;
  fixed: Record<string, Binding> | undefined;
  after: WireAction['after'];
  done: string | undefined;
  failed: string | undefined;
  each: SendEach | undefined;
  quiet: boolean;
  files: ReadonlyMap<string, File>;
  /** Takes the answer of a form that saves nothing, null where it was refused; nothing else follows from it. */
  onAnswer: ((answer: unknown) => void) | undefined;
  onSaved: (data: Row) => void;
  onRefused: (field: string | null) => void;
}

/** The path of a form's call takes its values from what is fixed, the page's address and the thing being edited, in this order. */
function splitFixed(body: WireFormBody, fixed: Row, path: Values, before: Row, answer: Row): { params: Values; rest: Row } {
  const names = paramsOf(body.submit.path);
  const properties = (body.schema as RJSFSchema).properties ?? {};
  const params = Object.fromEntries(
    names.map((name) => [name, (fixed[name] ?? path[name] ?? before[name] ?? answer[name]) as Values[string]]),
  );
  const rest = Object.fromEntries(Object.entries(fixed).filter(([name]) => !names.includes(name) || name in properties));
  return { params, rest };
}

/** The field that holds a file: it is sent beside the others. */
const fileField = (body: WireFormBody): string | undefined =>
  Object.keys(body.ui).find((name) => body.ui[name]?.widget === 'file' || body.ui[name]?.isFile);

const newKey = (): string => Array.from(crypto.getRandomValues(new Uint32Array(4)), (part) => part.toString(36)).join('-');

/** Makes the form's call, naming the form. One that operators changed meanwhile is taken over: it is drawn anew around what was typed. */
async function submit(body: WireFormBody, input: CallInput): Promise<unknown> {
  try {
    return await call(body.submit, { ...input, form: body });
  } catch (error) {
    if (formChanged(error)) takeForm(error.problem['form'] as WireFormBody);
    throw error;
  }
}

/** Fields that operators added are none of a rehearsal's. */
const withoutAdded = ({ body, ...input }: CallInput): CallInput => ({
  ...input,
  body: Object.fromEntries(Object.entries(body as Row).filter(([name]) => !name.startsWith('x_'))),
});

/** Sends a form: one submission at a time, the server's errors on their fields. */
export function useSubmit(given: Given, prefill: Row | undefined) {
  const t = useTexts();
  const context = useBindings();
  const obey = useAnswer();
  const sending = useRef(false);
  /** The intention whose answer never came: sent again unchanged, it must not count twice. */
  const unanswered = useRef<{ key: string; sent: string } | null>(null);
  const [state, setState] = useState<SaveState>('idle');
  const [errors, setErrors] = useState<ErrorSchema>({});
  const [rest, setRest] = useState<string[]>([]);
  const [problem, setProblem] = useState<unknown>(null);

  const send = useCallback(
    async (data: Row, schema: RJSFSchema): Promise<boolean> => {
      if (sending.current) return false;
      const { body, before, fixed, after, done, failed, each, quiet, files, onAnswer } = given;
      const chosen = fileField(body);
      const file = chosen === undefined ? undefined : files.get(chosen);
      if (chosen !== undefined && !file) {
        setErrors(serverErrors([{ field: chosen, message: t('ui.form.file.missing') }], schema).fields);
        return false;
      }
      sending.current = true;
      setState('saving');
      setProblem(null);
      setErrors({});
      setRest([]);
      const { params, rest: constants } = splitFixed(body, bodyFrom(fixed, context), context.path, before, prefill ?? {});
      const filledIn = Object.fromEntries(Object.entries(submission(schema, before, data)).filter(([name]) => name !== chosen));
      const whole = { ...filledIn, ...constants };
      const sent = JSON.stringify([params, whole]);
      const intention = unanswered.current?.sent === sent ? unanswered.current : { key: newKey(), sent };
      unanswered.current = intention;
      try {
        if (each) {
          const inputFor = (row: Row): CallInput => {
            const { params: own, rest: about } = splitFixed(
              body,
              bodyFrom(fixed, { ...context, row }),
              context.path,
              before,
              prefill ?? {},
            );
            return { params: own, body: { ...filledIn, ...about } };
          };
          const { rehearsal } = body.submit;
          await each(
            (row) => submit(body, { ...inputFor(row), idempotencyKey: newKey() }),
            rehearsal === undefined ? undefined : (row) => call({ method: 'POST', path: rehearsal }, withoutAdded(inputFor(row))),
          );
          setState('saved');
          given.onSaved(data);
          return true;
        }
        const answer = await submit(body, { params, body: whole, idempotencyKey: intention.key, ...(file ? { file } : {}) });
        unanswered.current = null;
        if (fieldOf(answer, 'result') === 'failed') {
          setState('idle');
          onAnswer?.(null);
          setRest([String(fieldOf(answer, 'message') ?? t('ui.error'))]);
          given.onRefused(null);
          return false;
        }
        setState('saved');
        given.onSaved(data);
        if (onAnswer) {
          onAnswer(answer);
          return true;
        }
        const speaks = ['notice', 'message'].some((field) => fieldOf(answer, field));
        await obey(answer, { context, after, done: done ?? (speaks || quiet ? undefined : t('ui.form.saved')) });
        return true;
      } catch (error) {
        setState('idle');
        // What was answered before is no answer to what is asked now.
        onAnswer?.(null);
        if (!(error instanceof ProblemError)) throw error;
        // A form that has changed was refused before anybody looked whether the intention is known.
        if (!error.network && !formChanged(error)) unanswered.current = null;
        const { fields, rest: others, first } = serverErrors(error.problem.errors, schema);
        setErrors(fields);
        const unsaid = failed !== undefined && (error.network || error.problem.status >= 500);
        setRest(unsaid ? [failed] : others);
        if (!first && !unsaid && error.code !== CANCELLED) setProblem(error);
        given.onRefused(first);
        return false;
      } finally {
        sending.current = false;
      }
    },
    [given, context, obey, prefill, t],
  );
  const forget = useCallback((field: string) => {
    setState((old) => (old === 'saved' ? 'idle' : old));
    setErrors((old) => (field in old ? Object.fromEntries(Object.entries(old).filter(([name]) => name !== field)) : old));
  }, []);
  return { send, forget, state, errors, rest, problem };
}
