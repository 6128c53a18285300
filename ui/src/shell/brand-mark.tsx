import type { ReactNode } from 'react';
import type { Brand } from '../../../core/contract/wire.ts';
import styles from './shell.module.css';

/** The brand's logo, or its first letter and name. */
export function BrandMark({ brand, size = 30, short = false }: { brand: Brand; size?: number; short?: boolean }): ReactNode {
  if (brand.logo && !short) return <img className={styles.logo} src={brand.logo} alt={brand.name} height={size} />;
  return (
    <span className={styles.brand}>
      <svg width={size} height={size} viewBox="0 0 32 32" aria-hidden>
        <rect width="32" height="32" rx="9" fill="var(--mantine-primary-color-filled)" />
        <text x="16" y="22" textAnchor="middle" fontSize="17" fontWeight="700" fill="var(--mantine-primary-color-contrast)">
          {brand.name.slice(0, 1).toUpperCase()}
        </text>
      </svg>
      {!short && <span className={styles.brandName}>{brand.name}</span>}
    </span>
  );
}
