import { Loader } from '@mantine/core';
import type { WidgetProps } from '@rjsf/utils';
import type { ComponentType } from 'react';
import { pluginExport } from '../data/plugin-files.ts';
import { lazyPart } from '../shell/lazy-part.ts';

type Widget = ComponentType<WidgetProps>;
const drawn = new Map<string, Widget>();

/** A form widget of a plugin, the same component each time; nothing where no plugin brings it. */
export function pluginWidget(name: string): Widget | undefined {
  const load = pluginExport(name);
  if (load && !drawn.has(name))
    drawn.set(
      name,
      lazyPart<WidgetProps>(
        async () => ({ default: (await load()) as Widget }),
        () => <Loader size="sm" />,
      ),
    );
  return drawn.get(name);
}
