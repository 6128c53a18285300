import type { EditedField, EditedForm, UnfitChange } from '../../../../core/contract/wire.ts';
import type { Draft } from './use-draft.ts';

/** What every part of the editor works on. */
export interface EditProps {
  form: EditedForm;
  draft: Draft;
  /** In the order in which they stand now. */
  fields: EditedField[];
  /** What of the changes in hand cannot be. */
  unfit: readonly UnfitChange[];
  /** It waits to be published, and cannot be changed meanwhile. */
  isLocked: boolean;
}
