import type { ReactNode } from 'react';
import styles from './sparkline.module.css';

const WIDTH = 100;
const HEIGHT = 28;

/** A small line that shows how something went; what it says stands beside it in words or figures. Time runs as the reader reads. */
export function Sparkline({ values, filled = false }: { values: unknown; filled?: boolean }): ReactNode {
  const points = Array.isArray(values) ? values.map(Number).filter(Number.isFinite) : [];
  if (points.length < 2) return <span className={styles.line} aria-hidden />;
  const least = Math.min(0, ...points);
  const span = Math.max(...points) - least || 1;
  const at = points.map((value, n) => {
    const x = (n / (points.length - 1)) * WIDTH;
    return `${x.toFixed(2)},${(HEIGHT - 2 - ((value - least) / span) * (HEIGHT - 4)).toFixed(2)}`;
  });
  return (
    <svg className={styles.line} viewBox={`0 0 ${WIDTH} ${HEIGHT}`} preserveAspectRatio="none" aria-hidden>
      {filled && <polygon points={`0,${HEIGHT} ${at.join(' ')} ${WIDTH},${HEIGHT}`} className={styles.area} />}
      <polyline points={at.join(' ')} className={styles.stroke} vectorEffect="non-scaling-stroke" />
    </svg>
  );
}
