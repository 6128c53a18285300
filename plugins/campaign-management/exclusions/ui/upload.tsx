import { Stack, Switch, Text } from '@mantine/core';
import { useContext, useRef, useState, type ReactNode } from 'react';
import { FilesContext, FileWidget, useTexts, type WidgetProps } from '../../../../ui/src/widget-contract.ts';

type State = { is: 'idle' } | { is: 'working'; rows: number } | { is: 'ready'; rows: number } | { is: 'failed' };

/** A CSV file, and whether its addresses are hashed before anything of it leaves the browser. While they are, there is no file to send. */
export function upload(props: WidgetProps): ReactNode {
  const t = useTexts();
  const files = useContext(FilesContext);
  const [hashes, setHashes] = useState(false);
  const [state, setState] = useState<State>({ is: 'idle' });
  const original = useRef<File | null>(null);
  const latest = useRef(0);

  const prepare = async (file: File | null, hashing: boolean): Promise<void> => {
    const turn = (latest.current += 1);
    const isLatest = (): boolean => turn === latest.current;
    original.current = file;
    if (!file || !hashing) {
      setState({ is: 'idle' });
      put(file);
      return;
    }
    put(null);
    setState({ is: 'working', rows: 0 });
    try {
      const { hashedFile } = await import('./hash-file.ts');
      let read = 0;
      const hashed = await hashedFile(file, (rows) => {
        read = rows;
        if (isLatest()) setState({ is: 'working', rows });
      });
      if (!isLatest()) return;
      setState({ is: 'ready', rows: read });
      put(hashed);
    } catch {
      if (isLatest()) setState({ is: 'failed' });
    }
  };
  const put = (file: File | null): void => {
    if (file) files.set(props.name, file);
    else files.delete(props.name);
    props.onChange(file?.name);
  };
  const chosen = (): void => void prepare(files.get(props.name) ?? null, hashes);
  return (
    <Stack gap="xs">
      <FileWidget
        {...props}
        onChange={(name, ...rest) => {
          props.onChange(name, ...rest);
          chosen();
        }}
      />
      <Switch
        label={t('exclusions.ui.hash')}
        description={t('exclusions.ui.hash.help')}
        checked={hashes}
        disabled={props.disabled ?? false}
        onChange={({ currentTarget: { checked } }) => {
          setHashes(checked);
          void prepare(original.current, checked);
        }}
      />
      {state.is !== 'idle' && (
        <Text size="sm" c={state.is === 'failed' ? 'red' : 'dimmed'} role="status">
          {state.is === 'failed' ? t('exclusions.ui.hash.failed') : t(`exclusions.ui.hash.${state.is}`, { count: state.rows })}
        </Text>
      )}
    </Stack>
  );
}
