import '../mantine-later-styles.ts';
import { Button, Group, Text } from '@mantine/core';
import { useMemo, useRef, type ReactNode } from 'react';
import { Blocks } from '../blocks/blocks.tsx';
import { askToLeave, closeDialog, type DialogEntry } from '../data/dialog-store.ts';
import { FormDeskContext, type FormDesk } from '../data/form-desk.ts';
import { BindingProvider } from '../data/binding-context.tsx';
import { FormView } from '../forms/form-view.tsx';
import { Overlay } from './overlay.tsx';
import { RowRehearsal, RowResults } from './row-results.tsx';
import styles from './dialog.module.css';
import { useTexts } from '../text/texts.ts';
import { lazyPart } from './lazy-part.ts';

const StepUp = lazyPart(() => import('./step-up.tsx'));
const Puzzle = lazyPart(() => import('./puzzle.tsx'));
const PluginConfirmation = lazyPart(() => import('./plugin-confirmation.tsx'));
const OneTimeSecret = lazyPart(() => import('./one-time-secret.tsx'));

/** One open dialog. */
export default function Dialog({ entry, covered }: { entry: DialogEntry; covered: boolean }): ReactNode {
  const dirty = useRef(false);
  const { content, context } = entry;
  const close = async (): Promise<void> => {
    if (dirty.current && !(await askToLeave())) return;
    closeDialog(entry.id);
  };
  // A form below a document would scroll past what is to be read first.
  const takesFocus = content.kind !== 'blocks' || !content.blocks.some(({ as }) => as === 'document');
  const desk = useMemo<FormDesk>(
    () => ({
      hidesButton: false,
      takesFocus,
      enrol: () => () => undefined,
      setDirty: (value) => {
        dirty.current = value;
      },
      done: () => closeDialog(entry.id),
    }),
    [entry.id, takesFocus],
  );
  const small = ['confirm', 'notice', 'password', 'puzzle', 'confirmation'].includes(content.kind);
  return (
    <Overlay
      as={entry.as}
      opened
      top={content.kind === 'notice'}
      covered={covered}
      title={entry.title}
      size={small ? 'md' : entry.as === 'drawer' ? 'min(560px, 100vw)' : isWide(content) ? 'min(1120px, 94vw)' : 'lg'}
      onClose={() => void close()}
    >
      <BindingProvider
        {...(context ? { path: context.path, row: context.row, table: context.table, host: context.host, period: context.period } : {})}
      >
        <FormDeskContext value={desk}>
          <Content entry={entry} close={() => void close()} />
        </FormDeskContext>
      </BindingProvider>
    </Overlay>
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
        <FormView
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
            <Text mt={8} fw={500} c="var(--severity-bad)">
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
    case 'confirmation': {
      const answer = (confirmed: boolean | Promise<boolean>): void => {
        content.answer(confirmed);
        closeDialog(entry.id);
      };
      return <PluginConfirmation asked={content.asked} answer={answer} />;
    }
    case 'one-time-secret':
      return <OneTimeSecret text={content.text} values={content.values} close={close} />;
    case 'results':
      return <RowResults results={content.results} fine={t('ui.bulk.ok')} />;
    case 'rehearsal': {
      const agree = (): void => {
        content.answer(true);
        closeDialog(entry.id);
      };
      return <RowRehearsal results={content.results} button={content.button} danger={content.danger} agree={agree} close={close} />;
    }
  }
}
