import { Anchor } from '@mantine/core';
import { IconChevronDown } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { useOpenAddress } from '../../data/link.ts';
import { useTexts } from '../../text/texts.ts';
import styles from './health.module.css';

interface Part {
  title: string;
  note?: string | null;
  address?: string | null;
}
export const partsOf = (value: unknown): Part[] => (Array.isArray(value) ? (value as Part[]) : []);

/** The single things that a row stands for, which it opens; of many, the first. */
export function HealthParts({ parts, total }: { parts: Part[]; total: number }): ReactNode {
  const t = useTexts();
  const opens = useOpenAddress();
  return (
    <details className={styles.parts}>
      <summary>
        <IconChevronDown size={14} aria-hidden />{' '}
        {total > parts.length ? t('ui.health.first', { shown: parts.length, total }) : t('ui.health.parts', { total: parts.length })}
      </summary>
      <ul>
        {parts.map(({ title, note, address }, at) => {
          const path = opens(address);
          return (
            <li key={at}>
              {path ? (
                <Anchor component={Link} to={path} size="sm">
                  <bdi>{title}</bdi>
                </Anchor>
              ) : (
                <bdi>{title}</bdi>
              )}
              {note && (
                <small>
                  <bdi>{note}</bdi>
                </small>
              )}
            </li>
          );
        })}
      </ul>
    </details>
  );
}
