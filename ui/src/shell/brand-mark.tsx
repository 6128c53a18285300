import { type ReactNode, useState } from 'react';
import type { Brand } from '../../../core/contract/wire.ts';
import styles from './shell.module.css';

/** A picture of about this shape holds a mark alone; a wider one has the name in it. */
const SQUARE = 1.5;

/** The brand's logo, or its first letter; with the name beside it where the picture is a mark alone. */
export function BrandMark({ brand, size = 30, short = false }: { brand: Brand; size?: number; short?: boolean }): ReactNode {
  const [square, setSquare] = useState(false);
  const name = !short && <span className={styles.brandName}>{brand.name}</span>;
  if (brand.logo && !short)
    return (
      <span className={styles.brand}>
        <img
          className={styles.logo}
          src={brand.logo}
          alt={square ? '' : brand.name}
          height={size}
          onLoad={({ currentTarget: { naturalWidth, naturalHeight } }) => setSquare(naturalWidth < naturalHeight * SQUARE)}
        />
        {square && name}
      </span>
    );
  return (
    <span className={styles.brand}>
      <svg width={size} height={size} viewBox="0 0 32 32" aria-hidden>
        <rect width="32" height="32" rx="9" fill="var(--mantine-primary-color-filled)" />
        <text x="16" y="22" textAnchor="middle" fontSize="17" fontWeight="700" fill="var(--mantine-primary-color-contrast)">
          {brand.name.slice(0, 1).toUpperCase()}
        </text>
      </svg>
      {name}
    </span>
  );
}
