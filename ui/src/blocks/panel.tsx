import { Title } from '@mantine/core';
import type { ReactNode } from 'react';
import styles from './blocks.module.css';

/** The box of a block: a heading with its tools, and the content. */
export function Panel({
  title,
  tools,
  help,
  flush = false,
  children,
}: {
  title?: string | undefined;
  tools?: ReactNode;
  help?: ReactNode;
  flush?: boolean;
  children: ReactNode;
}): ReactNode {
  return (
    <section className={styles.panel} data-flush={flush || undefined} aria-label={title}>
      {(title || tools) && (
        <header className={styles.panelHead}>
          <div>
            {title && (
              <Title order={2} className={styles.panelTitle ?? ''}>
                {title}
              </Title>
            )}
            {help}
          </div>
          {tools && <div className={styles.tools}>{tools}</div>}
        </header>
      )}
      {children}
    </section>
  );
}
