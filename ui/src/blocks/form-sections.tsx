import { Button, Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useCallback, useMemo, type ReactNode } from 'react';
import type { WireForm } from '../../../core/contract/wire.ts';
import { formQuery } from '../api/queries.ts';
import { FormDeskContext, type FormDesk } from '../data/form-desk.ts';
import { useAddress } from '../data/use-address.ts';
import { useSource } from '../data/use-source.ts';
import { FormView } from '../forms/form-view.tsx';
import { sectionsOf, summaryOf, type Section } from '../forms/summary.ts';
import { useChosenNames } from '../forms/use-chosen-names.ts';
import { useBootstrap, useEdition } from '../shell/bootstrap.tsx';
import { useTexts } from '../text/texts.ts';
import styles from './form-sections.module.css';
import { ErrorPanel } from './error-panel.tsx';
import { Panel } from './panel.tsx';

const EDIT = 'edit';

/** The groups of a form, each with a line of what is set; one at a time is edited in its place, and its field is in the address. */
export default function FormSections({ block }: { block: WireForm }): ReactNode {
  const t = useTexts();
  const { locale } = useBootstrap();
  const [query, setQuery] = useAddress();
  const form = useQuery(formQuery(block.form, useEdition()));
  const prefill = useSource(block.prefill);
  const edited = query.get(EDIT);
  const edit = useCallback(
    (field: string | null): void =>
      setQuery(
        (now) => {
          if (field === null) now.delete(EDIT);
          else now.set(EDIT, field);
          return now;
        },
        { preventScrollReset: true },
      ),
    [setQuery],
  );
  const desk = useMemo<FormDesk>(
    () => ({ hidesButton: false, takesFocus: true, enrol: () => () => undefined, setDirty: () => undefined, done: () => edit(null) }),
    [edit],
  );
  const named = useChosenNames(form.data, prefill.data);
  const error = form.error && !form.data ? form : prefill.error && !prefill.data ? prefill : null;
  if (error) return <ErrorPanel error={error.error} retry={() => void error.refetch()} />;
  const [body, answer] = [form.data, prefill.data];
  const sections = body ? sectionsOf(body) : [];
  const open = sections.find(({ fields }) => edited !== null && fields.includes(edited));
  return (
    <Panel title={block.title} flush>
      <ul className={styles.sections} aria-busy={!body || !answer}>
        {!body || !answer
          ? [1, 2, 3, 4, 5].map((n) => (
              <li key={n} className={styles.section}>
                <Skeleton height={38} radius={8} />
              </li>
            ))
          : sections.map((section) => (
              <li key={section.title} className={styles.section} data-open={section === open || undefined}>
                <Head section={section} summary={summaryOf(named ?? body, answer, section, locale)} canEdit={!open} onEdit={edit} />
                {section === open && (
                  <FormDeskContext value={desk}>
                    <FormView
                      form={block.form}
                      prefill={block.prefill}
                      fixed={block.fixed}
                      after={block.after}
                      done={block.done ?? t('ui.form.saved')}
                      failed={block.failed}
                      only={section.fields}
                      onCancel={() => edit(null)}
                    />
                  </FormDeskContext>
                )}
              </li>
            ))}
      </ul>
    </Panel>
  );
}

interface HeadProps {
  section: Section;
  summary: string;
  /** Nothing else is being edited. */
  canEdit: boolean;
  onEdit: (field: string) => void;
}

function Head({ section: { title, fields }, summary, canEdit, onEdit }: HeadProps): ReactNode {
  const t = useTexts();
  return (
    <div className={styles.sectionHead}>
      <h2>{title}</h2>
      <p title={summary}>
        <bdi>{summary || t('ui.section.none')}</bdi>
      </p>
      {canEdit && (
        <Button
          variant="default"
          size="compact-md"
          aria-label={t('ui.section.edit', { section: title })}
          onClick={() => onEdit(fields[0]!)}
        >
          {t('ui.section.change')}
        </Button>
      )}
    </div>
  );
}
