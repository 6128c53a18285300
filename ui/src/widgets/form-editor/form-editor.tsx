import '../../mantine-later-styles.ts';
import { Skeleton } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import type { EditedForm } from '../../../../core/contract/wire.ts';
import { ErrorPanel } from '../../blocks/error-panel.tsx';
import { Panel } from '../../blocks/panel.tsx';
import { useSource } from '../../data/use-source.ts';
import type { ViewProps } from '../registry.ts';
import { AddField } from './add-field.tsx';
import { allFields } from './changes.ts';
import { Differences } from './differences.tsx';
import { FieldList } from './field-list.tsx';
import styles from './form-editor.module.css';
import { History } from './history.tsx';
import { Preview } from './preview.tsx';
import { PublishBar } from './publish-bar.tsx';
import { Unfit } from './unfit.tsx';
import { useDraft } from './use-draft.ts';
import { usePreview } from './use-preview.ts';
import { WordsContext } from './words.ts';

/** Changes a form without a new release: its fields beside what comes of them. */
export default function FormEditor({ block }: ViewProps): ReactNode {
  const { data, error, refetch } = useSource<EditedForm>(block.source);
  if (error && !data) return <ErrorPanel error={error} retry={() => void refetch()} />;
  if (!data) return <Skeleton height={480} radius={12} />;
  return (
    <WordsContext value={data.texts}>
      <Editor key={`${data.id} ${data.role} ${data.agency?.id ?? ''}`} form={data} reload={refetch} />
    </WordsContext>
  );
}

function Editor({ form, reload }: { form: EditedForm; reload: () => Promise<unknown> }): ReactNode {
  const draft = useDraft(form);
  const [open, setOpen] = useState<string | null>(null);
  const fields = allFields(form, draft.changes);
  const preview = usePreview(form, draft.changes);
  const isLocked = form.publishAt !== null;
  const edit = { form, draft, fields, unfit: preview.unfit, isLocked };
  return (
    <div className={styles.editor}>
      <PublishBar {...edit} reload={reload} />
      <Unfit form={form} fields={fields} reload={reload} />
      <div className={styles.columns}>
        <div className={styles.side}>
          <Panel title={form.texts['fields'] ?? ''} flush>
            <FieldList {...edit} open={open} setOpen={setOpen} />
            {form.forms.some(({ keepsExtra }) => keepsExtra) && !isLocked && <AddField {...edit} added={setOpen} />}
          </Panel>
          <Differences {...edit} />
          <History {...edit} />
        </div>
        <Preview preview={preview} forms={form.forms} />
      </div>
    </div>
  );
}
