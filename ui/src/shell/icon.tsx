import { IconPointFilled, type Icon as IconType } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import styles from './icon.module.css';
import { ICONS } from './icons.ts';

interface Props {
  name: string | null | undefined;
  size?: number;
}

/** A Tabler icon by its name; an unknown name shows a dot, never a hole. */
export function Icon({ name, size = 18 }: Props): ReactNode {
  const known = ICONS[name ?? ''];
  if (known || !name) return draw(known ?? IconPointFilled, size);
  // The server has a file of every icon there is: all of them as code would be larger than the rest of the application.
  const drawing = `url("/icons/${encodeURIComponent(name)}.svg")`;
  return <span aria-hidden className={styles.drawn} style={{ width: size, height: size, maskImage: drawing }} />;
}

const draw = (Drawn: IconType, size: number): ReactNode => <Drawn size={size} stroke={1.7} aria-hidden />;
