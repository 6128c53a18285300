import { definePlugin } from '../../../../../core/contract.ts';

export default definePlugin({
  manifest: { id: 'named-nothing', version: '1.0.0', core: '^1', level: 'platform' },
  menu: [{ id: 'named-nothing.entry', title: 'named-nothing.title', order: 1, ability: 'signed-in', page: 'named-nothing.page' }],
});
