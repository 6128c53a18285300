import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { Panel } from '../../blocks/panel.tsx';
import { formatTime } from '../../data/format.ts';
import { useBootstrap } from '../../shell/bootstrap.tsx';
import type { EditProps } from './edit-props.ts';
import styles from './form-editor.module.css';
import { useWords } from './words.ts';

/** What was published before, and by whom; any of it can be taken into the draft again. */
export function History({ form, draft, isLocked }: EditProps): ReactNode {
  const words = useWords();
  const { locale } = useBootstrap();
  if (form.history.length === 0) return null;
  return (
    <Panel title={words('history')}>
      <ul className={styles.differences}>
        {form.history.map(({ revision, state, at, by, ops, extra }) => (
          <li key={revision}>
            <div>
              <strong>{formatTime(at, locale)}</strong>
              <p className={styles.quiet}>
                {by ?? words('history.scheduled')} · {words(`history.${state}`)}
              </p>
            </div>
            {state !== 'published' && !isLocked && (
              <Button variant="default" size="compact-sm" onClick={() => draft.change({ ops, extra })}>
                {words('history.take')}
              </Button>
            )}
          </li>
        ))}
      </ul>
    </Panel>
  );
}
