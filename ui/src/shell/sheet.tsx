import { Drawer, Modal } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import styles from './sheet.module.css';

interface Props {
  as: 'modal' | 'drawer';
  opened: boolean;
  title: string;
  size?: string;
  onClose: () => void;
  children: ReactNode;
}

/** A modal or a drawer. Built from parts: the ready-made one has a header that counts as a second banner of the page. */
export function Sheet({ as, opened, title, size, onClose, children }: Props): ReactNode {
  const { t } = useTranslation();
  const inside = (Parts: typeof Modal | typeof Drawer): ReactNode => (
    <>
      <Parts.Overlay backgroundOpacity={0.35} blur={1} />
      <Parts.Content className={styles.content ?? ''}>
        <div className={styles.head}>
          <Parts.Title className={styles.title ?? ''}>{title}</Parts.Title>
          <Parts.CloseButton aria-label={t('ui.close')} />
        </div>
        <Parts.Body data-sheet className={styles.body ?? ''}>{children}</Parts.Body>
      </Parts.Content>
    </>
  );
  if (as === 'drawer')
    return (
      <Drawer.Root opened={opened} onClose={onClose} position="right" size={size ?? 'min(560px, 100vw)'}>
        {inside(Drawer)}
      </Drawer.Root>
    );
  return (
    <Modal.Root opened={opened} onClose={onClose} centered size={size ?? 'lg'} radius={14}>
      {inside(Modal)}
    </Modal.Root>
  );
}
