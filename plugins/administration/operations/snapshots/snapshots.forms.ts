import { defineForm, type FormDef } from '../../../../core/contract.ts';
import { NewSnapshot, PushedParts } from './snapshots.routes.ts';

export const snapshotForms: FormDef[] = [
  defineForm({
    id: 'operations.snapshot-form',
    version: 1,
    title: 'operations.snapshots.keep',
    schema: NewSnapshot,
    ui: { agency: { widget: 'select', options: { route: 'operations.agency-options' } }, name: { autocomplete: 'off' } },
    submit: 'operations.keep-snapshot',
    button: 'operations.snapshots.keep',
    ability: ['update', 'Snapshot'],
  }),
  defineForm({
    id: 'operations.push-form',
    version: 1,
    title: 'operations.snapshots.push',
    schema: PushedParts,
    ui: {
      parts: { widget: 'select', options: { route: 'operations.part-options' } },
    },
    submit: 'operations.push-snapshot',
    button: 'operations.snapshots.push.button',
    ability: ['push', 'Snapshot'],
  }),
];
