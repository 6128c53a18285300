import { useQueries } from '@tanstack/react-query';
import type { WireFormBody } from '../../../core/contract/wire.ts';
import { useBindings } from '../data/binding-context.tsx';
import type { Row } from '../data/bindings.ts';
import { choicesQuery } from '../data/choices.ts';
import { MOST_LISTED } from './summary.ts';

/** The form with names for what is chosen in it, as far as calls have answered them: the server names one choice, or tells all that there are. */
export function useChosenNames(body: WireFormBody | undefined, answer: Row | undefined): WireFormBody | undefined {
  const { path } = useBindings();
  const chosen = body && answer ? chosenOf(body, answer) : [];
  const names = useQueries({
    queries: chosen.map(({ options, value }) =>
      choicesQuery({ call: options, key: [options.path, path], params: path, query: (extra) => extra }, options.searched ? { value } : {}),
    ),
    combine: (answers) => answers.map(({ data }) => data?.options ?? []),
  });
  if (!body || chosen.length === 0) return body;
  const ui = { ...body.ui };
  for (const [n, { field }] of chosen.entries()) {
    const labels = Object.fromEntries(names[n]!.map(({ value, label }) => [value, label]));
    ui[field] = { ...ui[field]!, labels: { ...ui[field]!.labels, ...labels } };
  }
  return { ...body, ui };
}

const chosenOf = (body: WireFormBody, answer: Row) =>
  Object.entries(body.ui).flatMap(([field, { options }]) => {
    const values = [answer[field] ?? []].flat().slice(0, MOST_LISTED);
    return options ? values.filter((value) => value !== '').map((value) => ({ field, options, value: String(value) })) : [];
  });
