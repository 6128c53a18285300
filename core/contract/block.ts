/** Blocks: what a page is made of. Those of overviews stand in `overview-blocks.ts`. */
import type { Action, Binding, Severity, Source, State, Text, When } from './action.ts';
import type { OverviewBlock } from './overview-blocks.ts';
import type { Ability } from './route.ts';
import type { Id } from './plugin.ts';

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
   * `line`: `number[]` as a small line. `amounts`: a text of figures, such as sums in several currencies, which lines up like figures.
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
    | 'amounts'
    | 'actions'
    | 'fields';
  sort?: true;
  /** Left out for those who lack it. */
  ability?: Ability;
  /** Of a table with `lines`: not shown until the reader chooses it. */
  further?: true;
  /** Of a detail: left out where the answer holds nothing for it. */
  optional?: true;
  /** A further field of the row, shown small behind a text or under a state. */
  note?: string;
  /** Behind a text: the state that a further field names, where it names one. */
  badge?: { field: string; states: Record<string, State> };
  narrow?: 'hide' | 'first';
  states?: Record<string, State>;
  /** `by`: of the pages of the role the one whose value (`PageDef.values`) is what this field of the row holds. */
  to?: ({ page: Id } | { role: string; by?: { value: string; field: string } }) & { params: Record<string, Binding> };
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

/** Rows that the server sorts, narrows and pages; what can be done stands beside each and above them. The source answers `List(Row)`. */
export interface TableBlock {
  as: 'table';
  title?: Text;
  source: Source;
  key: string;
  /** What its open row, filters and so on are called in the address, `?<this>-open=`, for links to it; those of the page's first table stand there without. */
  address?: string;
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
  /** What else can be done with what the list shows, behind one button beside `download`: other files, a mail. */
  more?: Action[];
  empty: Empty;
  noMatch?: Empty;
}
/** A form to fill in, with what the prefill answers in it. */
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
  /** Its groups stand one below the other, each with a line of what is set, and one at a time is edited in place. `?edit=` opens that of a field. */
  sections?: true;
}
/** Steps one after the other, each with its forms; the last one does what the wizard is for. */
export interface WizardBlock {
  as: 'wizard';
  /** Left out for those who may not. */
  ability?: Ability;
  steps: { title: Text; blocks: Block[]; check?: Id }[];
  finish: { title: Text; do: Action['do'] };
  resume?: Source;
}
/** Figures side by side. The source answers an object with the fields. */
export interface StatsBlock {
  as: 'stats';
  title?: Text;
  source: Source;
  /** `optional`: left out where the answer holds nothing for it. */
  items: { field: string; title: Text; as: Column['as']; help?: Text; severity?: Severity; optional?: true }[];
}
/** Figures as a picture, with the same in a table for those who cannot see it. The source answers `{ data: Row[] }`. */
export interface ChartBlock {
  as: 'chart';
  title: Text;
  source: Source;
  shape: 'line' | 'bar' | 'share' | 'funnel';
  /** Of a funnel: the field that holds each row's share of the whole in percent. Left out, shares are of the largest row. */
  share?: string;
  x: string;
  /**
   * `kind`: drawn otherwise than `shape` says, where that is `line` or `bar`. `before`: the field with the same figure of the period before, a
   * dashed line of its own; rows lack it while nobody compares.
   */
  series: { field: string; title: Text; kind?: 'line' | 'bar'; before?: string }[];
  /** The series of a line or bar chart stand upon each other. */
  stacked?: true;
  /** Of a chart whose series stand upon each other: the field with their sum in the period before, a dashed line across them. */
  before?: string;
  /** A dashed line across, such as a cap: its height is a field of the answer, beside `data`, or of its newest row. */
  limit?: { field: string; title: Text };
}
/** A text to read and perhaps to agree to. The source answers `{ title?, html or text, accepted? }`. */
export interface DocumentBlock {
  as: 'document';
  source: Source;
  accept?: Action;
}
/** The fields of one thing, name beside value. */
export interface DetailBlock {
  as: 'detail';
  title?: Text;
  source: Source;
  fields: Column[];
  actions?: Action[];
}
/** A line that says how things are, by severity. */
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
/** Blocks under tabs; a tab without any is left out. */
export interface TabsBlock {
  as: 'tabs';
  /** The open tab is `?tab=` in the address wherever the tabs stand, for links to it; without it only tabs right on the page are. */
  address?: true;
  /** The tab that stands open where the address names none: its id is this field of the answer. */
  first?: { source: Source; field: string };
  tabs: Tab[];
}
/** Settings by subject, each in one line that says how it is set; they open in place, one at a time. */
export interface SectionsBlock {
  as: 'sections';
  title?: Text;
  /** Its answer holds a line for each section. */
  source: Source;
  sections: Section[];
}
export interface Section {
  /** Also names it in the address, `?section=`, so it differs from those of other blocks on the page. */
  id: string;
  title: Text;
  ability?: Ability;
  /** Looks at the answer of the block's source. */
  when?: When;
  /** The field of that answer which says in one line how things are set. */
  summary: string;
  blocks: Block[];
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
  /** What to do with it, one after the other: each line of the text is a step. */
  steps?: Text;
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
  | SectionsBlock
  | JobBlock
  | CardsBlock
  | CodeBlock
  | ViewBlock
  | OverviewBlock;
