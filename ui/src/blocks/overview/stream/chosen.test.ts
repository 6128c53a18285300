import { expect, test } from 'vitest';
import { chosenIn, withChosen } from './chosen.ts';

const filters = [
  { name: 'result', title: 'Result', options: [{ value: 'none', title: 'No lead' }] },
  { name: 'outcome', also: 'outcome', title: 'Reason', options: [{ value: 'cap', title: 'Limit reached' }] },
];
const at = (query: string) => new URLSearchParams(query);

test('a link narrows a stream by the name of the page, and the stream by its own', () => {
  expect(chosenIn(at('tab=visitors&outcome=cap'), '0.visitors.0-', filters)).toEqual({ outcome: 'cap' });
  expect(chosenIn(at('0.visitors.0-f-result=none'), '0.visitors.0-', filters)).toEqual({ result: 'none' });
  expect(chosenIn(at('outcome=unheard'), '0.visitors.0-', filters)).toEqual({});
});

test('what a link narrowed can be taken away and changed', () => {
  expect(withChosen(at('tab=visitors&outcome=cap'), 's-', filters, { outcome: '' }).toString()).toBe('tab=visitors');
  expect(withChosen(at('outcome=cap&s-f-result=none'), 's-', filters, { result: '' }).toString()).toBe('outcome=cap');
});
