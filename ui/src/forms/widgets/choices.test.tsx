import { MantineProvider } from '@mantine/core';
import type { WidgetProps } from '@rjsf/utils';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import type { ComponentType } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { MemoryRouter } from 'react-router-dom';
import { describe, expect, test } from 'vitest';
import { FlagWidget, RadioWidget, SwitchWidget } from './choices.tsx';

const drawn = (Widget: ComponentType<WidgetProps>, rawErrors: string[]): string =>
  renderToStaticMarkup(
    <MemoryRouter>
      <MantineProvider>
        <QueryClientProvider client={new QueryClient()}>
          <Widget
            {...({
              id: 'kind',
              label: 'Kind',
              required: true,
              rawErrors,
              schema: { enum: ['a', 'b'] },
              options: { enumOptions: [{ value: 'a', label: 'A' }] },
              onChange: () => undefined,
            } as unknown as WidgetProps)}
          />
        </QueryClientProvider>
      </MantineProvider>
    </MemoryRouter>,
  );
const marked = (html: string, role: string): string => new RegExp(`<[^>]*role="${role}"[^>]*>`).exec(html)?.[0] ?? '';

describe('a choice that is wrong says so to a screen reader', () => {
  test.each([
    ['radiogroup', RadioWidget],
    ['switch', SwitchWidget],
    ['switch', FlagWidget],
  ] as const)('%s', (role, Widget) => {
    expect(marked(drawn(Widget, ['Choose one.']), role)).toContain('aria-invalid="true"');
    expect(marked(drawn(Widget, []), role)).toMatch(/^<(?!.*aria-invalid)/);
  });
});

test('radios are named, required and described by their error', () => {
  const group = marked(drawn(RadioWidget, ['Choose one.']), 'radiogroup');
  for (const said of ['aria-labelledby="kind-label"', 'aria-describedby="kind-error"', 'aria-required="true"'])
    expect(group).toContain(said);
});
