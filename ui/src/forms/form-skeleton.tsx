import { Skeleton } from '@mantine/core';
import type { ReactNode } from 'react';

/** Stands where a form will be, about as tall as a short one. */
export const FormSkeleton = (): ReactNode => (
  <div>
    {[1, 2, 3].map((at) => (
      <div key={at}>
        <Skeleton height={12} width={110} mb={8} />
        <Skeleton height={36} mb={20} />
      </div>
    ))}
  </div>
);
