import { IconPointFilled, type Icon as IconType } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { COMMON_ICONS } from './icons.ts';

interface Props {
  name: string | null | undefined;
  size?: number;
}

/** A Tabler icon by its name; an unknown name shows a dot, never a hole. */
export function Icon({ name, size = 18 }: Props): ReactNode {
  const common = COMMON_ICONS[name ?? ''];
  if (common || !name) return draw(common ?? IconPointFilled, size);
  return <FetchedIcon name={name} size={size} />;
}

function FetchedIcon({ name, size }: { name: string; size: number }): ReactNode {
  const { data } = useQuery({
    queryKey: ['icon', name],
    queryFn: () => fetched(name),
    staleTime: Number.POSITIVE_INFINITY,
  });
  return draw(data ?? IconPointFilled, size);
}

/** From the file of the further icons, or else from that of all there are. */
async function fetched(name: string): Promise<IconType> {
  const { MORE_ICONS } = await import('./more-icons.ts');
  return MORE_ICONS[name] ?? (await import('./all-icons.ts')).anyIcon(name) ?? IconPointFilled;
}

const draw = (Drawn: IconType, size: number): ReactNode => <Drawn size={size} stroke={1.7} aria-hidden />;
