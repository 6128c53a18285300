import { Anchor, Code, Progress, Switch, Text } from '@mantine/core';
import { IconCheck, IconMinus } from '@tabler/icons-react';
import { useEffect, useState, type ReactNode } from 'react';
import { Link } from 'react-router-dom';
import type { WireColumn } from '../../../core/contract/wire.ts';
import { call } from '../api/call.ts';
import { bodyFrom, fieldOf, filled, holds, values, type Row } from '../data/bindings.ts';
import { announce } from '../data/dialog-store.ts';
import { NOTHING, formatDate, formatMoney, formatNumber, formatTime, percentOf } from '../data/format.ts';
import { usePagePath } from '../data/navigate.ts';
import { useOffered } from '../data/offered.ts';
import { useBindings } from '../data/binding-context.tsx';
import { consents } from '../data/use-action.ts';
import { notify, notifyProblem } from '../shell/notify.ts';
import { useBootstrap } from '../shell/bootstrap.tsx';
import { StateBadge } from '../shell/severity.tsx';
import styles from './value.module.css';
import { useTexts } from '../text/texts.ts';
import { lazyPart } from '../shell/lazy-part.ts';

// What opens a popover brings more code than everything else here.
const Lacking = lazyPart(
  () => import('./lacking.tsx'),
  ({ children }) => children,
);

// What is drawn rather than written stands on few first screens.
const ValueMore = lazyPart(() => import('./value-more.tsx'));

/** Columns whose values line up at the end of the line. */
export const isNumeric = (as: WireColumn['as']): boolean => as === 'number' || as === 'money' || as === 'amounts';

const TRUTHS = new Set<unknown>([true, 1, 'T', 'true', '1']);
const textOf = (value: unknown): string =>
  value === null || value === undefined || value === '' ? NOTHING : typeof value === 'object' ? JSON.stringify(value) : String(value);

/** One value of a row as its column says. */
export function Value({ column, row, label }: { column: WireColumn; row: Row; label?: string }): ReactNode {
  const t = useTexts();
  const { locale } = useBootstrap();
  const value = fieldOf(row, column.field);
  const plain = (): ReactNode => {
    switch (column.as) {
      case 'number':
        return <bdi className={styles.figures}>{formatNumber(value)}</bdi>;
      case 'money':
        return <bdi className={styles.figures}>{formatMoney(value)}</bdi>;
      case 'amounts':
        return <bdi className={styles.figures}>{textOf(value)}</bdi>;
      case 'date':
        return <span className={styles.nowrap}>{formatDate(value, locale)}</span>;
      case 'time':
        return <span className={styles.nowrap}>{formatTime(value, locale)}</span>;
      case 'state': {
        const state = column.states?.[String(value)];
        return (
          <>
            {state ? <StateBadge state={state} /> : textOf(value)}
            <Note column={column} row={row} under />
          </>
        );
      }
      case 'flag': {
        const yes = TRUTHS.has(value);
        const Identifier = yes ? IconCheck : IconMinus;
        return (
          <span className={styles.flag}>
            <Identifier size={16} stroke={2} color={yes ? 'var(--severity-good)' : 'var(--severity-neutral)'} aria-hidden />
            {t(yes ? 'ui.yes' : 'ui.no')}
          </span>
        );
      }
      case 'progress': {
        const percent = percentOf(value);
        return (
          <span className={styles.progress}>
            <Progress value={percent} size={6} aria-label={column.title} />
            <span className={styles.figures}>{Math.round(percent)}%</span>
          </span>
        );
      }
      case 'tags': {
        const tags = Array.isArray(value) ? value.map(textOf) : typeof value === 'string' && value ? value.split(/,\s*/) : [];
        return tags.length ? (
          <span className={styles.tags}>
            {tags.map((tag, at) => (
              <span key={`${at}-${tag}`} className={styles.tag}>
                {tag}
              </span>
            ))}
          </span>
        ) : (
          NOTHING
        );
      }
      case 'code':
        return value ? <Code className={styles.inlineCode ?? ''}>{textOf(value)}</Code> : NOTHING;
      case 'picture':
        return <Picture value={value} />;
      case 'since':
      case 'cap':
      case 'line':
        return <ValueMore as={column.as} value={value} />;
      case 'switch':
        return <Toggle column={column} row={row} label={label ?? column.title} />;
      default:
        return (
          <>
            <Written value={value} />
            <Note column={column} row={row} />
            <Badge column={column} row={row} />
          </>
        );
    }
  };
  return column.to || column.as === 'link' ? (
    <Linked column={column} row={row} value={value} inside={column.as === 'link' ? <Written value={value} /> : plain()} />
  ) : (
    plain()
  );
}

/** Short marks such as `2026-000054`, which are not to be broken at their hyphens. */
const MARK = /^[\w-]*\d[\w-]*$/;

function Written({ value }: { value: unknown }): ReactNode {
  const text = textOf(value);
  return <bdi className={text.length < 20 && MARK.test(text) ? styles.nowrap : undefined}>{text}</bdi>;
}

interface PictureOf {
  src: string;
  width: number;
  height: number;
  alt: string;
}

/** Small in a table; a detail shows it in its real size. */
function Picture({ value }: { value: unknown }): ReactNode {
  if (typeof value !== 'object' || value === null) return NOTHING;
  const { src, width, height, alt } = value as PictureOf;
  return <img className={styles.picture} src={src} width={width} height={height} alt={alt} loading="lazy" />;
}

/** What the column's note says of the row: behind a text, or under a state, which it explains. */
function Note({ column, row, under = false }: { column: WireColumn; row: Row; under?: boolean }): ReactNode {
  const note = column.note === undefined ? undefined : fieldOf(row, column.note);
  if (!note) return null;
  return (
    <>
      {' '}
      <small className={under ? styles.noteUnder : styles.note}>{textOf(note)}</small>
    </>
  );
}

/** The state that a further field of the row names, behind the text. */
function Badge({ column, row }: { column: WireColumn; row: Row }): ReactNode {
  const state = column.badge?.states[String(fieldOf(row, column.badge.field))];
  return state ? (
    <>
      {' '}
      <StateBadge state={state} />
    </>
  ) : null;
}

/** A web address that a person may follow; anything else, such as a script, is shown as text. */
const outside = (value: unknown): string | null => (typeof value === 'string' && /^(https?:|mailto:|tel:)/i.test(value) ? value : null);

function Linked({ column, row, value, inside }: { column: WireColumn; row: Row; value: unknown; inside: ReactNode }): ReactNode {
  const context = useBindings();
  const pathOf = usePagePath();
  const { by, page = '' } = column.to ?? {};
  const meant = by ? by.pages[String(fieldOf(row, by.field))] : page;
  const path = column.to && meant ? pathOf(meant, column.to.params, { ...context, row }) : null;
  const stop = (event: React.MouseEvent): void => event.stopPropagation();
  if (path)
    return (
      <Anchor component={Link} to={path} size="md" fw={500} onClick={stop}>
        {inside}
      </Anchor>
    );
  const href = outside(value);
  if (!href || column.to) return <Text span>{inside}</Text>;
  return (
    <Anchor href={href} target="_blank" rel="noopener noreferrer" size="md" onClick={stop}>
      {inside}
    </Anchor>
  );
}

/** A switch in a row: asks where that was declared, shows the new state at once and goes back if the server refuses. */
function Toggle({ column, row, label }: { column: WireColumn; row: Row; label: string }): ReactNode {
  const context = useBindings();
  const t = useTexts();
  const [busy, setBusy] = useState(false);
  const { toggle } = column;
  const offered = useOffered();
  const mayTurn = !toggle?.ability || offered({ ability: toggle.ability }, row);
  const why = column.disabled ?? (mayTurn ? undefined : toggle?.lacking);
  const known = fieldOf(row, column.field);
  // What was asked for, until the server tells something new: a row of a list takes it at once, other blocks have no such way.
  const [asked, setAsked] = useState<unknown>(undefined);
  useEffect(() => setAsked(undefined), [known]);
  const old = asked ?? known;
  const on = TRUTHS.has(old);
  const flip = async (): Promise<void> => {
    if (!toggle || busy) return;
    const about = { ...context.row, ...row };
    const { blocked } = toggle;
    if (on && blocked && holds(blocked.when, row))
      return announce({ title: filled(blocked.title, about), body: filled(blocked.body, about), button: t('ui.ok') });
    const question = on ? toggle.confirm?.off : toggle.confirm?.on;
    if (question && holds(question.when, row) && !(await consents(question, about, on))) return;
    await turn(on);
  };
  const turn = async (from: boolean): Promise<void> => {
    if (!toggle) return;
    const next = typeof old === 'string' && /^[TF]$/.test(old) ? (from ? 'F' : 'T') : typeof old === 'number' ? Number(!from) : !from;
    const at = { ...context, row };
    const rollBack = context.host?.patch(row, { [column.field]: next });
    setBusy(true);
    try {
      setAsked(next);
      await call(toggle.call, { params: values(toggle.params, at), body: { ...bodyFrom(toggle.body, at), [toggle.field]: next } });
      const done = from ? toggle.done?.off : toggle.done?.on;
      if (done) notify('good', filled(done.text, { ...context.row, ...row }), () => void turn(!from));
    } catch (error) {
      rollBack?.();
      setAsked(undefined);
      notifyProblem(error, toggle.failed);
    } finally {
      setBusy(false);
    }
  };
  const control = (
    <Switch
      checked={on}
      disabled={!toggle || why !== undefined}
      onChange={() => void flip()}
      onClick={(event) => event.stopPropagation()}
      aria-label={label}
      size="sm"
    />
  );
  return why === undefined ? control : <Lacking why={why}>{control}</Lacking>;
}
