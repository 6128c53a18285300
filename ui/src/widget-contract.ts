/**
 * What the browser files of a plugin (`plugins/<id>/ui`) may import of the renderer, and nothing else: the properties of a form widget and
 * of a dialog that confirms, and what the renderer's own widgets are made with.
 */
import './mantine-later-styles.ts';
export type { WidgetProps } from '@rjsf/utils';
export { call } from './api/call.ts';
export { useBindings } from './data/binding-context.tsx';
export { formatMoney } from './data/format.ts';
export { FilesContext } from './forms/files.ts';
export { common, optionsOf, placeholderOf, textOrNothing } from './forms/widgets/common.ts';
export { SelectWidget } from './forms/widgets/choices.tsx';
export { FileWidget } from './forms/widgets/file-widget.tsx';
export { session } from './session.ts';
export { lazyPart } from './shell/lazy-part.ts';
export type { ConfirmationProps } from './shell/plugin-confirmation.tsx';
export { problemText } from './shell/notify.ts';
export { useTexts } from './text/texts.ts';
