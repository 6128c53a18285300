import { Button, Menu, TextInput } from '@mantine/core';
import { IconChevronDown } from '@tabler/icons-react';
import { useState, type ReactNode } from 'react';
import { call } from '../../api/call.ts';
import { ask } from '../../data/dialog-store.ts';
import { formatTime } from '../../data/format.ts';
import { useBootstrap } from '../../shell/bootstrap.tsx';
import { notify, notifyProblem } from '../../shell/notify.ts';
import type { EditProps } from './edit-props.ts';
import styles from './form-editor.module.css';
import { LayerChoice } from './layer-choice.tsx';
import { layerOf } from './layer.ts';
import { useWords } from './words.ts';

type Method = 'PUT' | 'POST' | 'DELETE';

/** For whom the form is changed, how the changes stand, and what is done with them. */
export function PublishBar({ form, draft, unfit, isLocked, reload }: EditProps & { reload: () => Promise<unknown> }): ReactNode {
  const words = useWords();
  const { locale } = useBootstrap();
  const [isBusy, setBusy] = useState(false);
  const [when, setWhen] = useState<string | null>(null);

  const send = (method: Method, what: string, body?: object) =>
    call<{ message?: string }>(
      { method, path: `/api/forms/:id/${what}` },
      { params: { id: form.id }, query: layerOf(form), ...(body ? { body } : {}) },
    );
  const save = () => send('PUT', 'draft', { revision: draft.revision, ...draft.changes });
  /** Does one thing after the other, and shows the form as it is then; what is in hand stays where something is refused. */
  const go = async (steps: () => Promise<{ message?: string } | void>): Promise<void> => {
    setBusy(true);
    try {
      const answer = await steps();
      await reload();
      draft.forget();
      if (answer?.message) notify('good', answer.message);
    } catch (error) {
      notifyProblem(error);
    } finally {
      setBusy(false);
    }
  };
  const saveFirst = async (): Promise<void> => void (draft.isDirty && (await save()));
  const publish = () => go(async () => (await saveFirst(), send('POST', 'publish')));
  const plan = () =>
    go(async () => {
      await saveFirst();
      const answer = await send('POST', 'schedule', { at: new Date(when!).toISOString() });
      setWhen(null);
      return answer;
    });
  const undo = async (): Promise<void> => {
    const yes = await ask({ title: words('undo.title'), body: words('undo.body'), button: words('undo'), danger: true });
    if (yes) await go(() => send('POST', 'undo'));
  };
  const discard = async (): Promise<void> => {
    const yes = await ask({ title: words('discard.title'), body: words('discard.body'), button: words('discard'), danger: true });
    if (yes) await go(async () => void (form.state === 'draft' && (await send('DELETE', 'draft'))));
  };
  const hasDraft = form.state === 'draft' || draft.isDirty;
  const state = isLocked
    ? words('state.scheduled', { at: formatTime(form.publishAt!, locale) })
    : draft.isDirty
      ? words('state.unsaved')
      : words(`state.${form.state}`);
  return (
    <section className={styles.bar} aria-label={words('state')}>
      <h2 className={styles.name}>{[...new Set(form.forms.map(({ title }) => title))].join(locale === 'ar' ? '، ' : ', ')}</h2>
      <LayerChoice form={form} />
      <span className={styles.state} role="status">
        {state}
      </span>
      {isLocked ? (
        <Button variant="default" loading={isBusy} onClick={() => void go(() => send('DELETE', 'schedule'))}>
          {words('unschedule')}
        </Button>
      ) : (
        <div className={styles.buttons}>
          <Button variant="default" disabled={!draft.isDirty || unfit.length > 0} loading={isBusy} onClick={() => void go(save)}>
            {words('save')}
          </Button>
          <Button disabled={!hasDraft || unfit.length > 0} loading={isBusy} onClick={() => void publish()}>
            {words('publish')}
          </Button>
          <Menu position="bottom-end">
            <Menu.Target>
              <Button variant="default" rightSection={<IconChevronDown size={14} aria-hidden />}>
                {words('more')}
              </Button>
            </Menu.Target>
            <Menu.Dropdown>
              <Menu.Item disabled={!hasDraft || unfit.length > 0} onClick={() => setWhen('')}>
                {words('schedule')}
              </Menu.Item>
              <Menu.Item disabled={!hasDraft} onClick={() => void discard()}>
                {words('discard')}
              </Menu.Item>
              <Menu.Item disabled={form.published === null} onClick={() => void undo()}>
                {words('undo')}
              </Menu.Item>
            </Menu.Dropdown>
          </Menu>
        </div>
      )}
      {when !== null && (
        <form
          className={styles.schedule}
          onSubmit={(event) => {
            event.preventDefault();
            void plan();
          }}
        >
          <TextInput
            type="datetime-local"
            required
            label={words('schedule.at')}
            value={when}
            onChange={(event) => setWhen(event.currentTarget.value)}
          />
          <Button type="submit" loading={isBusy}>
            {words('schedule')}
          </Button>
          <Button variant="default" onClick={() => setWhen(null)}>
            {words('cancel')}
          </Button>
        </form>
      )}
    </section>
  );
}
