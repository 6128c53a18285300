/** Blocks of overviews: figures, rankings and what is going on. Descriptors like those of `page.ts`, from which pages take them. */
import type { Action, Binding, Block, Column, Empty, Source, State, TableBlock, Text, When } from './page.ts';
import type { Id } from './plugin.ts';
import type { Ability } from './route.ts';

/** How a figure is written. Money is in integer cents, a percent is a number of percent (12.5 is 12.5%). */
export type FigureFormat = 'number' | 'money' | 'percent';

/** A link to a page, with the parameters of its path and of its query; left out for those who may not open it. */
export type Link = ({ page: Id } | { role: string }) & { params?: Record<string, Binding>; query?: Record<string, Binding> };

/** A field and the states that its values stand for. */
export interface StateField {
  field: string;
  states: Record<string, State>;
}

/**
 * Figures, each beside the same figure of the time before and over a small line. The source answers
 * `{ [field]: { value, before?, line?: number[], note?: string } | number | null }`; null leaves the figure out.
 */
export interface TrendsBlock {
  as: 'trends';
  title?: Text;
  source: Source;
  items: {
    field: string;
    title: Text;
    as: FigureFormat;
    help?: Text;
    /** Which way is good; left out, neither. */
    better?: 'up' | 'down';
    /** The list behind the figure. */
    to?: Link;
  }[];
}

/**
 * Steps that each keep a part of the one before. The source answers
 * `{ data: { title, count, share?, kept?, reasons?: { title, why?, count }[] }[] }`: `share` of the first step and `kept` of the step before in
 * percent, worked out where they are left out; a step opens its `reasons`, why things did not get as far.
 */
export interface FunnelBlock {
  as: 'funnel';
  title: Text;
  source: Source;
  empty: Empty;
  /** The reasons stand open. */
  open?: true;
  /** The list behind a step: `field` of the step names which of them. */
  lists?: { field: string; links: Record<string, Link> };
  /** The list behind a reason's count. `when` and bindings to the row look at the reason. */
  behind?: { ability?: Ability; to: Link; when?: When };
  /** A button on a reason: `field` of the reason names which of them. */
  remedies?: { field: string; links: Record<string, { title: Text; ability?: Ability; to: Link }> };
}

/** Rows by their figure, greatest first, each with a bar of its part of the greatest. The source answers `{ data: Row[] }`. */
export interface RankingBlock {
  as: 'ranking';
  title: Text;
  source: Source;
  key: string;
  /** The field that names a row. */
  name: string;
  /** The field of a small second line. */
  note?: string;
  value: { field: string; as: FigureFormat };
  /** The row with the smallest figure stands at the top. */
  smallestFirst?: true;
  further?: { field: string; title: Text; as: FigureFormat }[];
  /** A field that holds `number[]`: a small line. */
  line?: string;
  state?: StateField;
  to?: Column['to'];
  empty: Empty;
}

/** What happened, newest first, grouped by day. The source answers `{ data: Row[] }`; all but `empty` names fields of the rows. */
export interface TimelineBlock {
  as: 'timeline';
  title?: Text;
  source: Source;
  key: string;
  /** The field with the ISO instant. */
  at: string;
  heading: string;
  text?: string;
  /** The field with a Tabler icon by its kebab-case name. */
  icon?: string;
  /** The field with a `Severity`. */
  severity?: string;
  /** The field with a path inside the product, to which the entry links. */
  address?: string;
  to?: Column['to'];
  empty: Empty;
}

/**
 * A list that grows at its head while one looks, newest first. The source answers `{ data: Row[], next: string | null }` and takes the `next`
 * of the answer before as the query parameter `cursor`, beside those of `filters`. Its rows never change places.
 */
export interface StreamBlock {
  as: 'stream';
  title?: Text;
  source: Source;
  key: string;
  /** The field with the ISO instant. */
  at: string;
  heading: string;
  /** Small columns beside the heading. */
  facts: Column[];
  state?: StateField;
  /** The field of the answer, beside `data`, with how many rows there are in all; nothing is said where it is null. */
  total?: string;
  /** `also` of a filter is its name in the address of the page. */
  filters?: TableBlock['filters'];
  /** What a row opens. */
  open?: { blocks: Block[] };
  empty: Empty;
}

/** Things and whether they work, worst first, each with its remedy. The source answers `{ data: Row[] }`. */
export interface HealthBlock {
  as: 'health';
  title: Text;
  source: Source;
  key: string;
  name: string;
  /** The field that says what is wrong, or when it last worked. */
  text?: string;
  /** The field with the ISO instant since when it is so. */
  since?: string;
  state: StateField;
  to?: Column['to'];
  /** A field with `{ title, note?, address? }[]`: the single things that a row stands for, which it opens. */
  parts?: string;
  /** The field with how many things a row stands for, where `parts` are the first of them. */
  count?: string;
  /** A field with `{ title, address }` or null: a button to a path inside the product, left out for those who may not open it. */
  remedy?: string;
  actions?: Action[];
  /** So many rows are shown at first, the others on demand. */
  most?: number;
  /** Said where there is nothing to look after; with a title alone, that all is well. */
  empty: Empty;
}

/**
 * Steps that the data itself ticks. The source answers `{ data: { id, title, help?, done, address? }[] }`, `address` a path inside the product.
 * When all are done it says so once and is gone after it was dismissed.
 */
export interface ChecklistBlock {
  as: 'checklist';
  title: Text;
  source: Source;
  /** Said when all is done. */
  done: Text;
  /** Once this member of the answer is true the list has this title, and is closed until somebody opens it. */
  begun?: { field: string; title: Text };
}

/** The United States by state. The source answers `{ data: Row[] }`, one row for each state that has a figure. */
export interface MapBlock {
  as: 'map';
  title: Text;
  source: Source;
  /** The field with the two letters of the state, `CA`. */
  place: string;
  value: { field: string; title: Text; as: 'number' | 'money' };
  /** The list behind a state's figure. */
  to?: Link;
  empty: Empty;
}

/** Blocks that are shown only where `when` holds for the answer of the source, such as figures of an account that has any. */
export interface GroupBlock {
  as: 'group';
  source: Source;
  when: When;
  blocks: Block[];
}

/** Two or three columns of blocks side by side; one below the other on screens narrower than 1000 pixels. */
export interface ColumnsBlock {
  as: 'columns';
  blocks: Block[][];
}

export type OverviewBlock =
  | TrendsBlock
  | FunnelBlock
  | RankingBlock
  | TimelineBlock
  | StreamBlock
  | HealthBlock
  | ChecklistBlock
  | MapBlock
  | GroupBlock
  | ColumnsBlock;
