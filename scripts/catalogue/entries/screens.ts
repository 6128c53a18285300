import { EMPTY, sample } from '../sources.ts';
import { ALWAYS, type Entry } from './entry.ts';

/** Special screens that show what they are given, or what stands on the page. */
export const SCREENS: readonly Entry[] = [
  {
    id: 'brand-preview',
    kind: 'screen',
    of: 'brand-preview',
    blocks: [{ as: 'view', view: 'brand-preview', instead: { as: 'notice', severity: 'info', text: 'catalogue.nested' } }],
    states: ALWAYS,
  },
  {
    id: 'user-log',
    kind: 'screen',
    of: 'user-log',
    blocks: [
      {
        as: 'view',
        view: 'user-log',
        source: sample('log'),
        instead: {
          as: 'table',
          source: sample('log'),
          key: 'id',
          columns: [
            { field: 'create_date', title: 'catalogue.field.begun', as: 'time' },
            { field: 'name', title: 'catalogue.field.name', as: 'text' },
            { field: 'action_name', title: 'catalogue.field.action', as: 'text' },
            { field: 'description', title: 'catalogue.field.about', as: 'text' },
          ],
          empty: EMPTY,
        },
      },
    ],
    states: ['filled', 'empty', 'long'],
  },
];

/** Those that make calls of their own, and so show nothing without what they are about: the page that each is seen on. */
export const SCREENS_ELSEWHERE: Readonly<Record<string, string>> = {
  'catalogue.frame': 'catalogue.entry',
  'form-editor': 'form-editor.form',
  'accounts.two-factor': 'accounts.factor-page',
  'accounts.authenticator': 'accounts.authenticator-page',
  'accounts.recovery-codes': 'accounts.authenticator-page',
};
