import type { Action, Block, Source } from '../../../core/contract.ts';
import { TOPIC } from './topic.ts';

const ofPath = { id: { from: 'path', field: 'id' } } as const;
export const detail: Source = { route: 'integrations.detail', params: ofPath, live: TOPIC };
const secret: Source = { route: 'integrations.secret', params: ofPath };

const sendHeld: Action = {
  id: 'integrations.act-replay-all',
  title: 'integrations.action.send-held',
  icon: 'send',
  ability: ['update', 'Delivery'],
  do: { call: 'integrations.replay-all', params: ofPath },
};

/** What the page of a connection says first: secrets to copy, what is wrong, and leads that wait for a person. */
export const connectionNotices: Block[] = [
  {
    as: 'notice',
    severity: 'warn',
    text: 'integrations.secret.notice',
    source: secret,
    when: { field: 'open', is: true },
    stays: true,
    action: {
      id: 'integrations.show-secret',
      title: 'integrations.action.show-secret',
      icon: 'key',
      ability: ['update', 'Connection'],
      do: {
        as: 'modal',
        open: [
          {
            as: 'code',
            title: 'integrations.secret',
            help: 'integrations.secret.help',
            source: secret,
            field: 'secret',
            actions: [
              {
                id: 'integrations.hide-secret',
                title: 'integrations.action.hide-secret',
                icon: 'check',
                ability: ['update', 'Connection'],
                do: { call: 'integrations.secret-saved', params: ofPath },
              },
            ],
          },
        ],
      },
    },
  },
  {
    as: 'notice',
    severity: 'warn',
    text: 'integrations.notice.caution',
    source: detail,
    when: { field: 'has_caution', is: true },
    stays: true,
  },
  {
    as: 'notice',
    severity: 'info',
    text: 'integrations.secret.both',
    source: detail,
    when: { field: 'has_old_secret', is: true },
    stays: true,
    action: {
      id: 'integrations.end-old-secret',
      title: 'integrations.action.end-secret',
      icon: 'key',
      ability: ['update', 'Connection'],
      do: { call: 'integrations.secret-ended', params: ofPath },
      confirm: {
        title: 'integrations.end-secret.title',
        body: 'integrations.end-secret.body',
        button: 'integrations.end-secret.button',
        final: true,
      },
    },
  },
  {
    as: 'notice',
    severity: 'bad',
    text: 'integrations.notice.remedy',
    source: detail,
    when: { field: 'notice', is: 'remedy' },
    stays: true,
  },
  ...(['reauthorise', 'held', 'disabled', 'failing'] as const).map((state): Block => ({
    as: 'notice',
    severity: 'bad',
    text: `integrations.notice.${state}`,
    source: detail,
    when: { field: 'notice', is: state },
    stays: true,
  })),
  {
    as: 'notice',
    severity: 'warn',
    text: 'integrations.notice.wait',
    source: detail,
    when: { field: 'held_offer', is: 'wait' },
    stays: true,
  },
  {
    as: 'notice',
    severity: 'warn',
    text: 'integrations.notice.send',
    source: detail,
    when: { field: 'held_offer', is: 'send' },
    stays: true,
    action: sendHeld,
  },
];
