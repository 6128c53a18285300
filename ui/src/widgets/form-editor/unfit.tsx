import { Button, Select } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import type { EditedField, EditedForm } from '../../../../core/contract/wire.ts';
import { call } from '../../api/call.ts';
import { Panel } from '../../blocks/panel.tsx';
import { useBootstrap } from '../../shell/bootstrap.tsx';
import { notify, notifyProblem } from '../../shell/notify.ts';
import styles from './form-editor.module.css';
import { layerOf } from './layer.ts';
import { useWords } from './words.ts';

interface UnfitProps {
  form: EditedForm;
  fields: readonly EditedField[];
  reload: () => Promise<unknown>;
}

/** Published changes that no longer fit, as after an upgrade: each is aimed at another field, or removed. */
export function Unfit({ form, fields, reload }: UnfitProps): ReactNode {
  const words = useWords();
  if (form.unfit.length === 0) return null;
  return (
    <Panel title={words('unfit')} help={<p className={styles.quiet}>{words('unfit.help')}</p>}>
      <ul className={styles.differences}>
        {form.unfit.map((one) => (
          <Line key={`${one.field} ${one.set}`} one={one} form={form} fields={fields} reload={reload} />
        ))}
      </ul>
    </Panel>
  );
}

function Line({ one, form, fields, reload }: UnfitProps & { one: EditedForm['unfit'][number] }): ReactNode {
  const words = useWords();
  const { locale } = useBootstrap();
  const [to, setTo] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);
  const resolve = async (target: string | undefined): Promise<void> => {
    setBusy(true);
    try {
      const { message } = await call<{ message: string }>(
        { method: 'POST', path: '/api/forms/:id/resolve' },
        {
          params: { id: form.id },
          body: { ...layerOf(form), revision: form.published?.revision, field: one.field, set: one.set, ...(target ? { to: target } : {}) },
        },
      );
      notify('good', message);
      await reload();
    } catch (error) {
      notifyProblem(error);
    } finally {
      setBusy(false);
    }
  };
  const possible = fields.filter(({ open, name }) => name !== one.field && (open as string[]).includes(one.set));
  return (
    <li>
      <div>
        <strong>{one.field}</strong> · {words(`property.${one.set}`)}
        <p className={styles.quiet}>{one.why}</p>
      </div>
      <div className={styles.buttons}>
        {possible.length > 0 && (
          <>
            <Select
              aria-label={words('unfit.to')}
              placeholder={words('unfit.to')}
              size="xs"
              searchable
              clearable
              data={possible.map(({ name, title }) => ({ value: name, label: title[locale] || name }))}
              value={to}
              onChange={setTo}
            />
            <Button size="xs" variant="default" disabled={to === null} loading={isBusy} onClick={() => void resolve(to!)}>
              {words('unfit.move')}
            </Button>
          </>
        )}
        <Button size="xs" variant="default" loading={isBusy} onClick={() => void resolve(undefined)}>
          {words('unfit.drop')}
        </Button>
      </div>
    </li>
  );
}
