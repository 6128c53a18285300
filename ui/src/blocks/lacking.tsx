import '../mantine-later-styles.ts';
import { Tooltip } from '@mantine/core';
import type { ReactNode } from 'react';

/** A control that cannot be used, with the reason for those who point at it, reach it by keyboard or touch it. */
export default function Lacking({ why, children }: { why: string; children: ReactNode }): ReactNode {
  return (
    <Tooltip label={why} multiline maw={280} events={{ hover: true, focus: true, touch: true }}>
      {/* A disabled control cannot be reached itself. */}
      <span tabIndex={0} role="group" aria-label={why}>
        {children}
      </span>
    </Tooltip>
  );
}
