/**
 * Page descriptors: what the server says about a screen. Meanings only; how they look is the renderer's business.
 * Everything here is JSON: a page from a third-party plugin needs no code in the browser.
 */
import type { Action, Binding, Severity, Source, Text } from './action.ts';
import type { Block, Column } from './block.ts';
import type { Ctx } from './context.ts';
import type { StateField } from './overview-blocks.ts';
import type { PeriodName } from './period.ts';
import type { Ability } from './route.ts';
import type { Id } from './plugin.ts';

export type * from './action.ts';
export type * from './block.ts';
export type * from './overview-blocks.ts';
export type { PeriodName } from './period.ts';

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
  'sections',
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
  /** Those of a group stand behind a button with its heading. */
  actions?: Action[];
  /** A role whose pages list such things: what other plugins offer there for a row, they offer here too. */
  actionsOf?: string;
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
  /** `guest`: only for visitors; a signed-in user is sent to their landing page. */
  guest?: true;
  /**
   * The page one step up, for a page that the menu does not hold: its link stands over the title, and the menu marks its entry.
   * Path parameters of the same name are carried over, others come from `params`.
   */
  above?: { page: Id; params?: Record<string, Binding> };
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
