/**
 * Page descriptors: what the server says about a screen. Meanings only; how they look is the renderer's business.
 * Everything here is JSON: a page from a third-party plugin needs no code in the browser.
 */
import type { Ctx } from './context.ts';
import type { OverviewBlock, StateField } from './overview-blocks.ts';
import type { PeriodName } from './period.ts';
import type { Ability } from './route.ts';
import type { Id } from './plugin.ts';

export type * from './overview-blocks.ts';
export type { PeriodName } from './period.ts';

/** A message key of the plugin's catalogue; resolved to the actor's language before the page is sent. */
export type Text = string;

/** Where a value comes from: a path segment of the page, the row at hand, the actor, the address's query, the table's state, or a constant. */
export type Binding = { from: 'path' | 'row' | 'actor' | 'query' | 'table'; field: string } | { value: string | number | boolean | null };

/** A value that the page itself states (`PageDef.values`): extensions of a role ask each page they stand on for it. */
export interface PageValue {
  from: 'page';
  field: string;
}

/** A declared GET route. `live` names the topic whose news reload it. */
export interface Source {
  /** Within `answer` of a form, the route that the form submits to: what it answered last. */
  route: Id;
  /** A member of such an answer, which then stands for the whole. */
  part?: string;
  params?: Record<string, Binding | PageValue>;
  query?: Record<string, Binding | PageValue>;
  live?: string;
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
    | { form: Id; as: 'modal' | 'drawer' | 'under'; prefill?: Source; fixed?: Record<string, Binding> }
    | { page: Id; params?: Record<string, Binding> }
    /** The page of this role of the plugin whose page it stands on, or else the first that the actor may open. */
    | { role: string }
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
  after?: 'reload' | 'remove-row' | { page: Id };
}

interface Question {
  /** Asked only where it holds for the row. */
  when?: When;
  title: Text;
  body: Text;
  button: Text;
}

export interface Column {
  field: string;
  title: Text;
  /**
   * `actions`: where the row's actions stand, instead of at its end. `fields`: in a detail, further fields that are known only from the
   * answer, as `{ title, as, value }[]`. `picture`: `{ src, width, height, alt }` of the product's own, in its real size in a detail, and
   * small in a table. `since`: how long ago an ISO instant is, which goes on while one looks. `cap`: `{ used, most }` as a bar, "37 of 50".
   * `line`: `number[]` as a small line.
   */
  as:
    | 'text'
    | 'number'
    | 'money'
    | 'date'
    | 'time'
    | 'state'
    | 'flag'
    | 'link'
    | 'progress'
    | 'tags'
    | 'code'
    | 'switch'
    | 'picture'
    | 'since'
    | 'cap'
    | 'line'
    | 'actions'
    | 'fields';
  sort?: true;
  /** Left out for those who lack it. */
  ability?: Ability;
  /** Of a table with `lines`: not shown until the reader chooses it. */
  further?: true;
  /** A further field of the row, shown small behind a text or under a state. */
  note?: string;
  /** Behind a text: the state that a further field names, where it names one. */
  badge?: { field: string; states: Record<string, State> };
  narrow?: 'hide' | 'first';
  states?: Record<string, State>;
  to?: ({ page: Id } | { role: string }) & { params: Record<string, Binding> };
  /** For `switch`: the call made with the new value in `field`, asked about before where `confirm` says so for the direction. */
  toggle?: {
    call: Id;
    params?: Record<string, Binding>;
    body: Record<string, Binding>;
    field: string;
    confirm?: { on?: Question; off?: Question };
    /** Said instead of turning it off while the condition holds for the row. */
    blocked?: { when: When; title: Text; body: Text };
    /** Said once it was turned, with an offer to turn it back. */
    done?: { on: { text: Text }; off: { text: Text } };
    /** Said when it failed and the server had no reason to tell; the switch goes back in any case. */
    failed?: Text;
    /** Why the switch cannot be turned by those who lack the right to its call; it is shown all the same. */
    lacking?: Text;
  };
}
export interface Empty {
  title: Text;
  help?: Text;
  action?: Action;
}

/** What narrows a list; `name` is a query parameter of its source. Left out for those who lack `ability`. */
export type TableFilter = {
  name: string;
  title: Text;
  ability?: Ability;
  /** Another name of it in the address, without `f-`, for links. */
  also?: string;
} & (
  | { options: { value: string; title: Text }[] }
  /**
   * Choices that the server searches and pages: a route that answers `{ options: [{ value, label, note? }] }`, asked with `search`, `Page` and
   * `PerPage`, or with `value` for what that value is called.
   */
  | { source: Source }
  /** Days, as `periodOf` reads them: the usual ones, and any from and to. */
  | { as: 'period' }
);

export interface TableBlock {
  as: 'table';
  title?: Text;
  source: Source;
  key: string;
  columns: Column[];
  pageSize?: 10 | 25 | 50 | 100;
  /** Pixels that the rows may take; more of them scroll. */
  height?: number;
  search?: true;
  filters?: TableFilter[];
  /** One line a row; the reader chooses columns and density, which are kept with the page. */
  lines?: true;
  row?: {
    open?: { form: Id; prefill?: Source; fixed?: Record<string, Binding> } | { blocks: Block[] };
    where?: 'under' | 'drawer' | 'page';
    actions?: Action[];
  };
  add?: Action;
  bulk?: Action[];
  download?: Action;
  empty: Empty;
  noMatch?: Empty;
}
export interface FormBlock {
  as: 'form';
  title?: Text;
  form: Id;
  prefill?: Source;
  fixed?: Record<string, Binding>;
  after?: Action['after'];
  done?: Text;
  /** Said when it could not be sent and the server had no reason to tell. */
  failed?: Text;
  /** The form asks something and saves nothing: these blocks show beneath it what its route answered. */
  answer?: Block[];
}
export interface WizardBlock {
  as: 'wizard';
  /** Left out for those who may not. */
  ability?: Ability;
  steps: { title: Text; blocks: Block[]; check?: Id }[];
  finish: { title: Text; do: Action['do'] };
  resume?: Source;
}
export interface StatsBlock {
  as: 'stats';
  title?: Text;
  source: Source;
  items: { field: string; title: Text; as: Column['as']; help?: Text; severity?: Severity }[];
}
export interface ChartBlock {
  as: 'chart';
  title: Text;
  source: Source;
  shape: 'line' | 'bar' | 'share' | 'funnel';
  /** Of a funnel: the field that holds each row's share of the whole in percent. Left out, shares are of the largest row. */
  share?: string;
  x: string;
  /** `kind`: drawn otherwise than `shape` says, where that is `line` or `bar`. */
  series: { field: string; title: Text; kind?: 'line' | 'bar' }[];
  /** The series of a line or bar chart stand upon each other. */
  stacked?: true;
  /** A dashed line across, such as a cap: its height is a field of the answer, beside `data`, or of its newest row. */
  limit?: { field: string; title: Text };
}
export interface DocumentBlock {
  as: 'document';
  source: Source;
  accept?: Action;
}
export interface DetailBlock {
  as: 'detail';
  title?: Text;
  source: Source;
  fields: Column[];
  actions?: Action[];
}
export interface NoticeBlock {
  as: 'notice';
  severity: Severity;
  text: Text;
  /** With a source, `when` looks at its answer and `{field}` in the text is filled from it. */
  source?: Source;
  when?: When;
  action?: Action;
  /** A second way out, less likely than the first. */
  other?: Action;
  stays?: true;
}
export interface Tab {
  id: string;
  title: Text;
  ability?: Ability;
  when?: When;
  /** Among the tabs that several plugins put onto a page; 0 when left out. */
  order?: number;
  blocks: Block[];
}
export interface TabsBlock {
  as: 'tabs';
  /** The open tab is `?tab=` in the address wherever the tabs stand, for links to it; without it only tabs right on the page are. */
  address?: true;
  tabs: Tab[];
}
/** Long work: a percent that survives reload. */
export interface JobBlock {
  as: 'job';
  source: Source;
  /** Milliseconds between looks. */
  every: number;
  done: string;
  percent: string;
}
/** Cards of a catalogue, e.g. connectors. */
export interface CardsBlock {
  as: 'cards';
  title?: Text;
  source: Source;
  key: string;
  /** Fields of the row for the card's heading and text. */
  heading: string;
  text: string;
  /** Field with the name of an icon (a Tabler icon); without it the heading's first letter stands there. */
  iconField?: string;
  state?: { field: string; states: Record<string, State> };
  actions?: Action[];
  empty: Empty;
}
/** A text to copy, such as a script tag. */
export interface CodeBlock {
  as: 'code';
  title: Text;
  help?: Text;
  source: Source;
  field: string;
  actions?: Action[];
}
/** One of the few special screens of `ui/src/widgets`; an unknown name falls back to `instead`, never to a blank page. */
export interface ViewBlock {
  as: 'view';
  view: string;
  source?: Source;
  instead: Block;
}
export type Block =
  | TableBlock
  | FormBlock
  | WizardBlock
  | StatsBlock
  | ChartBlock
  | DocumentBlock
  | DetailBlock
  | NoticeBlock
  | TabsBlock
  | JobBlock
  | CardsBlock
  | CodeBlock
  | ViewBlock
  | OverviewBlock;

/** What a tour can point at: a kind of block, or a part of the frame. */
export const TOUR_PLACES = [
  'menu',
  'palette',
  'profile',
  'title',
  'search',
  'add',
  'table',
  'form',
  'wizard',
  'stats',
  'chart',
  'cards',
  'detail',
  'notice',
  'tabs',
  'period',
  'trends',
  'funnel',
  'ranking',
  'timeline',
  'stream',
  'health',
  'checklist',
  'map',
] as const;
export type TourPlace = (typeof TOUR_PLACES)[number];
export type TourStop = TourPlace | `${TourPlace}:${number}`;

/** One sign or label of a page, explained. */
export interface Explained {
  /** A Tabler icon by its kebab-case name, in the colour of the severity. */
  icon?: string;
  severity?: Severity;
  title: Text;
  text: Text;
  /** Left out for those who may not. */
  ability?: Ability;
}

/** The head of a page about one thing, such as a company, in place of the page's title. */
export interface PageHead {
  source: Source;
  /** The field of the answer that names the thing. */
  heading: string;
  state?: StateField & {
    /** The field that says why, in a small line under the name. */
    note?: string;
  };
  /** Small facts in one line, such as the price. */
  facts?: Column[];
  actions?: Action[];
  /** The page above: a link to it stands over the name. */
  back?: { page: Id };
}

export interface PageDef {
  id: Id;
  /** `/configuration/agency-list`; `{local}` is replaced by the agency's url segment of that name, `:id` is a parameter. */
  path: string;
  title: Text;
  ability: Ability;
  feature?: Id;
  /** What the page is to others, such as `client.list`: extensions of these roles are put onto it. */
  roles?: readonly string[];
  /** What it is about, such as its product, for sources that ask the page (`PageValue`). */
  values?: Readonly<Record<string, string | number | boolean>>;
  /** Its name and place among the pages of its first role: the head of each offers the others that the actor may open. */
  variant?: { title: Text; order: number };
  /** `app` (default) has sidebar and top bar; `auth` is the centred card of the sign-in screens; `bare` neither. */
  layout?: 'app' | 'auth' | 'bare';
  /** `guest`: only for visitors; a signed-in user is sent to his landing page. */
  guest?: true;
  head?: PageHead;
  /**
   * A choice of days in the head, kept in the address as `?period=30d` (or `2026-10-01..2026-10-31`) and `&compare=1`. Sources bind it with
   * `{ from: 'query', field: 'period' }`, and routes read it with `periodOf`. A name is what an address without it stands for; true is `30d`.
   */
  period?: true | PeriodName;
  blocks: Block[];
  /** Stops of the page's tour. `at` is a meaning of `TOUR_PLACES`, with `:2` for the second of its kind. */
  tour?: { at: TourStop; text: Text }[];
  /** What its signs and labels mean, shown in a dialog that a question mark beside the title opens. */
  help?: Explained[];
}
export const definePage = (page: PageDef): PageDef => page;

export interface MenuDef {
  id: Id;
  /** The section it stands under; another menu id. */
  parent?: Id;
  title: Text;
  icon?: string;
  order: number;
  ability: Ability;
  feature?: Id;
  /** Left out for a section heading. */
  page?: Id;
  /** Instead of one page: the first of this role that the actor may open; the entry stands for all of them. */
  role?: string;
  /** Shows the page's blocks in a dialog over whatever is open, where the entry stands in the profile dropdown. */
  as?: 'modal';
  /** Instead of a page: the setting, a text, that holds the outside address it opens. Nothing is shown while that is empty. */
  address?: Id;
  /** A condition beside ability and page, for an entry that is offered to fewer than may open its page. */
  when?(ctx: Ctx): Promise<boolean>;
}
