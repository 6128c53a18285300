import '../mantine-later-styles.ts';
import { Drawer, Modal } from '@mantine/core';
import type { ReactNode } from 'react';
import styles from './overlay.module.css';
import { useTexts } from '../text/texts.ts';

export interface OverlayProps {
  as: 'modal' | 'drawer';
  opened: boolean;
  title: string;
  size?: string;
  /** Above every other dialog. */
  top?: boolean;
  /** Another dialog stands over it, which is the one that Escape closes. */
  covered?: boolean;
  onClose: () => void;
  children: ReactNode;
}

/** A modal or a drawer. A modal appears by its style sheet: it is open from its first moment, which is no transition. Built from parts: the ready-made one has a header that counts as a second banner of the page. */
export default function OverlayParts({
  as,
  opened,
  title,
  size,
  top = false,
  covered = false,
  onClose,
  children,
}: OverlayProps): ReactNode {
  const t = useTexts();
  const inside = (Parts: typeof Modal | typeof Drawer): ReactNode => (
    <>
      <Parts.Overlay backgroundOpacity={0.35} />
      {/* The heading names the dialog one rendering later; until then the dialog has its name itself. */}
      <Parts.Content aria-label={title} classNames={{ content: `${styles.content} ${as === 'modal' ? styles.appears : ''}` }}>
        <div className={styles.head}>
          <Parts.Title className={styles.title ?? ''}>{title}</Parts.Title>
          <Parts.CloseButton aria-label={t('ui.close')} />
        </div>
        <Parts.Body data-overlay className={styles.body ?? ''}>
          {children}
        </Parts.Body>
      </Parts.Content>
    </>
  );
  if (as === 'drawer')
    return (
      <Drawer.Root
        opened={opened}
        onClose={onClose}
        closeOnEscape={!covered}
        position="right"
        zIndex={top ? 1000 : 200}
        size={size ?? 'min(560px, 100vw)'}
      >
        {inside(Drawer)}
      </Drawer.Root>
    );
  return (
    <Modal.Root
      opened={opened}
      onClose={onClose}
      closeOnEscape={!covered}
      transitionProps={{ duration: 0 }}
      centered
      zIndex={top ? 1000 : 200}
      size={size ?? 'lg'}
      radius={14}
    >
      {inside(Modal)}
    </Modal.Root>
  );
}
