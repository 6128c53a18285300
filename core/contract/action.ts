/** What the parts of a page are bound to, and what its buttons do. */
import type { Block } from './block.ts';
import type { Ability } from './route.ts';
import type { Id } from './plugin.ts';

/** A message key of the plugin's catalogue; resolved to the actor's language before the page is sent. */
export type Text = string;

/** Where a value comes from: a path segment of the page, the row at hand, the actor, the address's query, the table's state, or a constant. */
export type Binding = { from: 'path' | 'row' | 'actor' | 'query' | 'table'; field: string } | { value: string | number | boolean | null };

/** A value that the page itself states (`PageDef.values`): extensions of a role ask each page they stand on for it. */
export interface PageValue {
  from: 'page';
  field: string;
}

/** A declared GET route. `live` names the topic whose news reload it, or several. */
export interface Source {
  /** Within `answer` of a form, the route that the form submits to: what it answered last. */
  route: Id;
  /** A member of such an answer, which then stands for the whole. */
  part?: string;
  params?: Record<string, Binding | PageValue>;
  query?: Record<string, Binding | PageValue>;
  live?: string | readonly string[];
}

/** Small on purpose: one field against one value. Anything cleverer is a field that the server computes. */
export interface When {
  field: string;
  is?: string | number | boolean | null;
  in?: readonly (string | number)[];
  not?: true;
}
export type Severity = 'neutral' | 'info' | 'good' | 'warn' | 'bad';
export interface State {
  title: Text;
  severity: Severity;
  help?: Text;
}

export interface Action {
  id: Id;
  title: Text;
  ability: Ability;
  /** A further right: without it the action is shown, but cannot be done, and `lacking` says why. */
  needs?: { ability: Ability; lacking: Text };
  when?: When;
  /** While `when` holds it is shown, but cannot be done; says why. Stands beside a like action for the time when it can. */
  blocked?: Text;
  /** While this form of the page has changes that are not saved, it is shown, but cannot be done; `lacking` says why. */
  unsaved?: { form: Id; lacking: Text };
  /** A Tabler icon by its kebab-case name. */
  icon?: string;
  emphasis?: 'primary' | 'danger';
  /** Of a row: in its menu, actions of one group stand together under this heading. */
  group?: Text;
  /** Of a row: an icon of its own beside the menu, with the severity and words of the state that `field` of the row names. */
  mark?: { field: string; states: Record<string, State> };
  do:
    /** `keys`: of a table's `bulk` alone, one call for all the selected rows, at most so many, whose keys are this field of the body. */
    | { call: Id; params?: Record<string, Binding>; body?: Record<string, Binding>; keys?: { field: string; most: number } }
    /** `under`: of a table's `add` alone, in place under the table's head, with an address of its own. */
    | {
        form: Id;
        as: 'modal' | 'drawer' | 'under';
        /** Head of what opens, with fields of the row in braces; the action's own title when left out. */
        title?: Text;
        prefill?: Source;
        fixed?: Record<string, Binding>;
      }
    /** Parameters that are none of the page's path become the query. */
    | { page: Id; params?: Record<string, Binding> }
    /** The page of this role of the plugin whose page it stands on, or else the first that the actor may open. */
    | { role: string; params?: Record<string, Binding> }
    | { download: Id; params?: Record<string, Binding | PageValue>; query?: Record<string, Binding | PageValue> }
    | { open: Block[]; as: 'modal' | 'drawer' };
  confirm?: { title: Text; body: Text; button: Text; final?: true };
  /** The action that takes it back; offered in the notice instead of a confirmation. */
  undo?: Id;
  /** Fields shown at once and rolled back on failure; never for money. */
  optimistic?: Record<string, string | number | boolean>;
  done?: Text;
  /** Said when it failed and the server had no reason to tell. */
  failed?: Text;
  /** `page`: where it goes on; the parameters of that come from the row and from what was answered. */
  after?: 'reload' | 'remove-row' | { page: Id; params?: Record<string, Binding> };
}
