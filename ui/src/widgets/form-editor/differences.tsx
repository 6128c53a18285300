import { ActionIcon } from '@mantine/core';
import { IconArrowBackUp } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { Panel } from '../../blocks/panel.tsx';
import { useBootstrap } from '../../shell/bootstrap.tsx';
import { allFields, differences, type Difference, isAbout, withChange, withoutOwnField } from './changes.ts';
import type { EditProps } from './edit-props.ts';
import styles from './form-editor.module.css';
import { shownChange } from './shown-value.ts';
import { useWords } from './words.ts';

/** What differs from the form as it would be without these changes; each line can be taken back. */
export function Differences({ form, draft, fields, unfit, isLocked }: EditProps): ReactNode {
  const words = useWords();
  const { locale } = useBootstrap();
  const { changes } = draft;
  const all = differences(changes);
  const base = allFields(form, { ...changes, ops: [] }).map(({ name }) => name);
  const takeBack = ({ field, set }: Difference): void =>
    draft.change(set === 'extra' ? withoutOwnField(changes, field) : withChange(changes, field, set, undefined));
  return (
    <Panel title={words('changes')}>
      {all.length === 0 && <p className={styles.quiet}>{words('changes.none')}</p>}
      <ul className={styles.differences}>
        {all.map((one) => {
          const why = unfit.find(({ at }) => isAbout(changes, at, one))?.why;
          const { title, property, before, after } = shownChange(one, { fields, base, changes, words, locale });
          return (
            <li key={`${one.field} ${one.set}`}>
              <div>
                <strong>{title}</strong> · {property}
                <p className={styles.quiet}>
                  {before && <del>{before}</del>} <ins>{after}</ins>
                </p>
                {why !== undefined && <p className={styles.wrong}>{why}</p>}
              </div>
              {!isLocked && (
                <ActionIcon
                  variant="subtle"
                  color="gray"
                  aria-label={words('changes.back', { field: title, property })}
                  onClick={() => takeBack(one)}
                >
                  <IconArrowBackUp size={16} aria-hidden />
                </ActionIcon>
              )}
            </li>
          );
        })}
      </ul>
    </Panel>
  );
}
