import { Button, Group, Text } from '@mantine/core';
import { useMemo, useRef, type ReactNode } from 'react';
import { Blocks } from '../blocks/blocks.tsx';
import { askToLeave, closeDialog, useDialogs, type DialogEntry } from '../data/dialog-store.ts';
import { FormDeskContext, type FormDesk } from '../data/form-desk.ts';
import { ScopeProvider } from '../data/scope.tsx';
import { LazyForm } from '../forms/lazy-form.tsx';
import { Sheet } from './sheet.tsx';
import { StateBadge } from './tone.tsx';
import styles from './shell.module.css';
import { useTexts } from '../text/texts.ts';
import { lazyPart } from './lazy-part.ts';

const StepUp = lazyPart(() => import('./step-up.tsx'));
const Puzzle = lazyPart(() => import('./puzzle.tsx'));
const HolderCheck = lazyPart(() => import('./holder-check.tsx'));
const Keep = lazyPart(() => import('./keep.tsx'));

/** The dialogs that are open, each over the one before. */
export function Dialogs(): ReactNode {
  const entries = useDialogs();
  return entries.map((entry) => <Dialog key={entry.id} entry={entry} covered={entry !== entries.at(-1)} />);
}

function Dialog({ entry, covered }: { entry: DialogEntry; covered: boolean }): ReactNode {
  const dirty = useRef(false);
  const { content, scope } = entry;
  const close = async (): Promise<void> => {
    if (dirty.current && !(await askToLeave())) return;
    closeDialog(entry.id);
  };
  const desk = useMemo<FormDesk>(
    () => ({
      hidesButton: false,
      enrol: () => () => undefined,
      setDirty: (value) => {
        dirty.current = value;
      },
      done: () => closeDialog(entry.id),
    }),
    [entry.id],
  );
  const small = ['confirm', 'notice', 'password', 'puzzle', 'holder'].includes(content.kind);
  return (
    <Sheet
      as={entry.as}
      opened
      top={content.kind === 'notice'}
      covered={covered}
      title={entry.title}
      size={small ? 'md' : entry.as === 'drawer' ? 'min(560px, 100vw)' : isWide(content) ? 'min(1120px, 94vw)' : 'lg'}
      onClose={() => void close()}
    >
      <ScopeProvider {...(scope ? { path: scope.path, row: scope.row, table: scope.table, host: scope.host } : {})}>
        <FormDeskContext value={desk}>
          <Content entry={entry} close={() => void close()} />
        </FormDeskContext>
      </ScopeProvider>
    </Sheet>
  );
}

/** Rows need room. */
const isWide = (content: DialogEntry['content']): boolean =>
  content.kind === 'blocks' && content.blocks.some((block) => block.as === 'table' || block.as === 'view');

function Content({ entry, close }: { entry: DialogEntry; close: () => void }): ReactNode {
  const t = useTexts();
  const { content } = entry;
  switch (content.kind) {
    case 'form':
      return (
        <LazyForm
          form={content.form}
          prefill={content.prefill}
          fixed={content.fixed}
          after={content.after}
          done={content.done}
          failed={content.failed}
          each={content.each}
          onCancel={close}
        />
      );
    case 'blocks':
      return <Blocks blocks={content.blocks} at={`d${entry.id}`} />;
    case 'notice':
      return (
        <>
          <Text>{content.body}</Text>
          <Group justify="flex-end" mt={20}>
            <Button onClick={close} data-autofocus>
              {content.button}
            </Button>
          </Group>
        </>
      );
    case 'confirm': {
      const agree = (): void => {
        content.answer(true);
        closeDialog(entry.id);
      };
      return (
        <>
          <Text>{content.body}</Text>
          {content.final && (
            <Text mt={8} fw={500} c="var(--tone-bad)">
              {t('ui.confirm.final')}
            </Text>
          )}
          <Group justify="flex-end" mt={20} wrap="nowrap">
            <Button variant="default" onClick={close} flex="none" data-autofocus>
              {content.stay}
            </Button>
            <Button {...(content.danger ? { color: 'red.9' } : {})} className={styles.wraps ?? ''} onClick={agree}>
              {content.button}
            </Button>
          </Group>
        </>
      );
    }
    case 'password': {
      const given = (): void => {
        content.answer(true);
        closeDialog(entry.id);
      };
      return <StepUp onGiven={given} onCancel={close} />;
    }
    case 'puzzle':
      return <Puzzle puzzle={content.puzzle} answer={content.answer} />;
    case 'holder': {
      const answer = (confirmed: boolean): void => {
        content.answer(confirmed);
        closeDialog(entry.id);
      };
      return <HolderCheck check={content.check} answer={answer} />;
    }
    case 'keep':
      return <Keep text={content.text} values={content.values} close={close} />;
    case 'results':
      return (
        <ul className={styles.results}>
          {content.results.map((result, at) => (
            <li key={at}>
              <span>{result.label}</span>
              <StateBadge state={result.problem ? { title: result.problem, tone: 'bad' } : { title: t('ui.bulk.ok'), tone: 'good' }} />
            </li>
          ))}
        </ul>
      );
  }
}
