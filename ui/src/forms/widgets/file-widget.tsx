import { CloseButton, Input } from '@mantine/core';
import { IconFileText, IconUpload } from '@tabler/icons-react';
import type { WidgetProps } from '@rjsf/utils';
import { useContext, useRef, useState, type DragEvent, type ReactNode } from 'react';
import { useTexts } from '../../text/texts.ts';
import { FilesContext, formatSize } from '../files.ts';
import { common } from './common.ts';
import styles from './file-widget.module.css';

/** One text file, chosen or dropped. */
export function FileWidget(props: WidgetProps): ReactNode {
  const t = useTexts();
  const files = useContext(FilesContext);
  const input = useRef<HTMLInputElement>(null);
  const [over, setOver] = useState(false);
  const { id, description, error, disabled } = common(props);
  const file = props.value ? files.get(props.name) : undefined;
  const take = (chosen: File | undefined): void => {
    if (chosen) files.set(props.name, chosen);
    else files.delete(props.name);
    if (!chosen && input.current) input.current.value = '';
    props.onChange(chosen?.name);
  };
  const drag = (event: DragEvent, inside: boolean): void => {
    event.preventDefault();
    setOver(inside && !disabled);
  };
  return (
    <Input.Wrapper id={id} label={props.label || t('ui.form.file')} description={description} error={error} withAsterisk>
      <div
        className={styles.drop}
        data-over={over || undefined}
        data-error={error ? true : undefined}
        onDragOver={(event) => drag(event, true)}
        onDragLeave={(event) => drag(event, false)}
        onDrop={(event) => {
          drag(event, false);
          if (!disabled) take(event.dataTransfer.files[0]);
        }}
      >
        {/* The whole box is the input's label, so that a click anywhere chooses a file. */}
        <input
          ref={input}
          id={id}
          type="file"
          className={styles.input}
          accept={(props.options['accept'] as string | undefined) ?? '.csv,.txt,text/csv,text/plain'}
          disabled={disabled}
          aria-describedby={`${id}-chosen${description ? ` ${id}-description` : ''}${error ? ` ${id}-error` : ''}`}
          aria-invalid={error ? true : undefined}
          onChange={(event) => event.currentTarget.files?.[0] && take(event.currentTarget.files[0])}
        />
        <label htmlFor={id} className={styles.label}>
          {file ? <IconFileText size={22} stroke={1.6} aria-hidden /> : <IconUpload size={22} stroke={1.6} aria-hidden />}
          <span id={`${id}-chosen`} className={styles.chosen}>
            {file ? (
              <>
                <b>{file.name}</b> <bdi>{formatSize(file.size)}</bdi>
              </>
            ) : (
              t('ui.form.file.drop')
            )}
          </span>
        </label>
        {file && (
          <CloseButton size="sm" className={styles.clear ?? ''} aria-label={t('ui.form.file.clear')} onClick={() => take(undefined)} />
        )}
      </div>
    </Input.Wrapper>
  );
}
