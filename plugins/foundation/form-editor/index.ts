import { AttentionSources } from '../attention/contract.ts';
import { contribute, definePlugin } from '../../../core/contract.ts';
import { unfitChanges } from './attention.ts';
import { agencyGuard, formEditorMenu, formEditorPages } from './form-editor.pages.ts';

export default definePlugin({
  manifest: { id: 'form-editor', version: '1.0.0', core: '^1', level: 'platform', uses: ['attention'] },
  pages: formEditorPages,
  guards: [agencyGuard],
  menu: formEditorMenu,
  contributions: [contribute(AttentionSources, unfitChanges)],
  locales: { en: new URL('./locales/en.json', import.meta.url), ar: new URL('./locales/ar.json', import.meta.url) },
});
