/**
 * What the server answers under `/api/ui`: the only types the browser shares with it.
 * Route ids of descriptors are resolved to `Call`s, message keys to texts, actions the actor may not do are left out.
 */
import type {
  Action,
  CardsBlock,
  ChartBlock,
  CodeBlock,
  Column,
  DetailBlock,
  DocumentBlock,
  Empty,
  Explained,
  FormBlock,
  JobBlock,
  NoticeBlock,
  PageHead,
  SectionsBlock,
  Source,
  StatsBlock,
  TableBlock,
  TabsBlock,
  Severity,
  TourStop,
  ViewBlock,
  When,
  WizardBlock,
  Binding,
} from './page.ts';
import type { FieldUi } from './form.ts';
import type { FoundRecord } from './record-search.ts';
import type { PeriodName } from './period.ts';
import type { UnfitChange } from './wire-form-editor.ts';
import type { WireLink, WireOverviewBlock } from './wire-overview.ts';

export type * from './wire-form-editor.ts';
export type * from './wire-overview.ts';

/** A route as the browser calls it: `/api/notes/:id` with `:name` for path parameters. */
export interface Call {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  path: string;
  /** Names of the path parameters that may be left out, at the end of the path. */
  optional?: string[];
  /** Path of the POST of the same input that says what the person is asked before this call is made. */
  asks?: string;
  /** Path of the POST of the same input that is refused as this call would be, and changes nothing. */
  rehearsal?: string;
}

/** `GET /api/ui/bootstrap`: one request before the first screen. */
export interface Bootstrap {
  brand: Brand;
  locale: 'en' | 'ar';
  direction: 'ltr' | 'rtl';
  locales: { id: 'en' | 'ar'; title: string }[];
  /** The visitor's country as their time zone tells it, in two letters: what a telephone number without a calling code belongs to. */
  country: string;
  /** The renderer's own texts and the plugins' browser texts, by key. */
  messages: Record<string, string>;
  actor: WireActor | null;
  /** CASL rules packed with `packRules`. */
  rules: unknown[];
  menu: WireMenu[];
  /** Entries of the profile dropdown at the top right. */
  profileMenu: WireMenu[];
  /** Links below the sign-in screens and public pages, e.g. to legal texts. */
  footer: WireMenu[];
  pages: WirePage[];
  /** Addresses that lead to another path; both may hold `:param` segments. */
  redirects: { from: string; to: string }[];
  /** What stands at the very top of every screen, in order. */
  banners: WireBanner[];
  /** Path of the landing page for this actor. */
  home: string;
  /** `<company>.<version>`, of which the version grows with every change that concerns the company; also in the `x-config-version` header of every answer. */
  configVersion: string;
  /** True on a development installation. */
  development: boolean;
}
export interface Brand {
  name: string;
  /** Data or same-origin url; null shows the name. */
  logo: string | null;
  /** `#rrggbb` colours of the theme; the renderer computes readable shades. */
  colors: { primary: string; sidebar: string | null; text: string | null; box: string | null; background: string | null };
  font: string;
  /** Present when the agency shows code of its own to its clients. */
  embeds?: true;
}
export interface WireActor {
  id: number;
  name: string;
  email: string;
  /** Path of a picture of the person. */
  picture: string | null;
  userType: string;
  isSystemUser: boolean;
  companyId: number;
  companyName: string;
  companyKind: 'root' | 'agency' | 'client';
  timezone: string;
  /** The operator who looks through this account, and the instant at which that ends. */
  viewedBy: { id: number; name: string; until: string } | null;
}
export interface WireMenu {
  id: string;
  title: string;
  icon: string | null;
  /** Null for a section heading with children, and for an entry with `href`. */
  path: string | null;
  /** Paths of further pages that the entry stands for. */
  also?: string[];
  /** An address outside of the product. */
  href?: string;
  /** Id of the page whose blocks the entry shows in a dialog, instead of going there. */
  modal?: string;
  children: WireMenu[];
}
export interface WireBanner {
  id: string;
  severity: Severity;
  text: string;
  /** `href` is a path of the product or an https address. */
  link: { title: string; href: string } | null;
  /** Path of the POST by which the reader closes it; null: it stays until its cause is gone. */
  dismiss: string | null;
}
export interface WirePage {
  /** Empty, like the title, where a visitor would have to sign in first. */
  id: string;
  /** With `:param` segments. */
  path: string;
  title: string;
  layout: 'app' | 'auth' | 'bare';
  access: AccessDecision;
  /** The page one step up; only where both are open. */
  above?: WireLink;
}
/** Decided on the server, so the navigation guard stands in one place. */
export type AccessDecision =
  | { open: true }
  | { open: false; go: string; why: string }
  /** `ask` is the id of a page: its blocks are shown in a dialog over the empty page. */
  | { open: false; ask: string; why: string }
  /** Its module is switched off: what the page says instead. */
  | { open: false; off: { title: string; text: string; help: string } }
  | { open: false; missing: true };

/** `GET /api/ui/pages/:id`: the descriptor with calls in place of route ids. */
export interface WirePageBody {
  id: string;
  title: string;
  head?: WireHead;
  /** On a page where one chooses its days: what an address without a period stands for, and whether anything there can be compared. */
  period?: { name: PeriodName; compares: boolean };
  blocks: WireBlock[];
  tour: { at: TourStop; text: string }[];
  help: WireExplained[];
  /** What the reader chose for its table with `lines`; absent where they chose nothing. */
  layout?: ListLayout;
  /** This page and those it can be changed for, in order; empty where there are no others. */
  variants: { page: string; title: string; path: string }[];
}
/** `GET /api/ui/records`: what the palette finds by name. */
export interface FoundRecords {
  groups: {
    id: string;
    title: string;
    icon: string;
    data: (Omit<FoundRecord, 'page'> & { /** Id of the page that shows it. */ page: string })[];
  }[];
  /** Kinds that could not be searched, by what they are called. */
  failed: string[];
}
/** How somebody wants a list drawn. */
export interface ListLayout {
  /** Fields of the columns that are shown; null: those that are shown to everybody. */
  columns: string[] | null;
  compact: boolean;
}
export type WireExplained = Omit<Explained, 'ability'>;
export interface WireSource extends Omit<Source, 'route' | 'params' | 'query'> {
  call: Call;
  params?: Record<string, Binding>;
  query?: Record<string, Binding>;
}
export interface WireAction extends Omit<Action, 'do' | 'ability' | 'needs' | 'blocked'> {
  /** Shown, but cannot be done, for this reason. */
  disabled?: string;
  /** Action and subject, for the browser to ask about the row at hand; absent where signing in is enough. */
  ability?: readonly [string, string];
  do:
    | { call: Call; params?: Record<string, Binding>; body?: Record<string, Binding>; keys?: { field: string; most: number } }
    | { form: string; as: 'modal' | 'drawer' | 'under'; title?: string; prefill?: WireSource; fixed?: Record<string, Binding> }
    | { page: string; params?: Record<string, Binding> }
    | { download: Call; params?: Record<string, Binding>; query?: Record<string, Binding> }
    | { open: WireBlock[]; as: 'modal' | 'drawer' };
  /** The call of the undo action. */
  undoAction?: WireAction;
}
/** Pages by what a field of the row holds. */
export interface WirePagesBy {
  field: string;
  pages: Record<string, string>;
}
export interface WireColumn extends Omit<Column, 'toggle' | 'to' | 'ability'> {
  /** The page that was found for a role. */
  to?: { page: string; params: Record<string, Binding>; by?: WirePagesBy };
  /** `ability` is that of the call, for the browser to ask about the row at hand. */
  toggle?: Omit<NonNullable<Column['toggle']>, 'call' | 'lacking'> & { call: Call; ability?: readonly [string, string]; lacking: string };
  /** The switch is shown, but cannot be turned, for this reason. */
  disabled?: string;
}
export interface WireEmpty extends Omit<Empty, 'action'> {
  action?: WireAction;
}
export interface WireHead extends Omit<PageHead, 'source' | 'facts' | 'actions' | 'actionsOf'> {
  source: WireSource;
  facts?: WireColumn[];
  actions?: WireAction[];
}
export type WireFilter = { name: string; title: string; also?: string } & (
  | { options: { value: string; title: string }[] }
  | { source: WireSource }
  | { as: 'period' }
);
export interface WireTable extends Omit<
  TableBlock,
  'source' | 'row' | 'add' | 'bulk' | 'download' | 'more' | 'empty' | 'noMatch' | 'columns' | 'filters'
> {
  source: WireSource;
  columns: WireColumn[];
  filters?: WireFilter[];
  row?: {
    open?: { form: string; prefill?: WireSource; fixed?: Record<string, Binding> } | { blocks: WireBlock[] };
    where?: 'under' | 'drawer' | 'page';
    actions?: WireAction[];
  };
  add?: WireAction;
  bulk?: WireAction[];
  download?: WireAction;
  more?: WireAction[];
  empty: WireEmpty;
  noMatch?: WireEmpty;
}
export interface WireForm extends Omit<FormBlock, 'prefill' | 'answer'> {
  prefill?: WireSource;
  answer?: WireBlock[];
}
export interface WireWizard extends Omit<WizardBlock, 'steps' | 'finish' | 'resume' | 'ability'> {
  steps: { title: string; blocks: WireBlock[]; check?: Call }[];
  finish: { title: string; do: WireAction['do'] };
  resume?: WireSource;
}
export interface WireStats extends Omit<StatsBlock, 'source'> {
  source: WireSource;
}
export interface WireChart extends Omit<ChartBlock, 'source'> {
  source: WireSource;
}
export interface WireDocument extends Omit<DocumentBlock, 'source' | 'accept'> {
  source: WireSource;
  accept?: WireAction;
}
export interface WireDetail extends Omit<DetailBlock, 'source' | 'actions' | 'fields'> {
  source: WireSource;
  fields: WireColumn[];
  actions?: WireAction[];
}
export interface WireNotice extends Omit<NoticeBlock, 'action' | 'other' | 'source'> {
  source?: WireSource;
  action?: WireAction;
  other?: WireAction;
}
export interface WireTabs extends Omit<TabsBlock, 'tabs' | 'first'> {
  first?: { source: WireSource; field: string };
  tabs: { id: string; title: string; when?: When; blocks: WireBlock[] }[];
}
export interface WireSections extends Omit<SectionsBlock, 'source' | 'sections'> {
  source: WireSource;
  sections: { id: string; title: string; when?: When; summary: string; blocks: WireBlock[] }[];
}
export interface WireJob extends Omit<JobBlock, 'source'> {
  source: WireSource;
}
export interface WireCards extends Omit<CardsBlock, 'source' | 'actions' | 'empty'> {
  source: WireSource;
  actions?: WireAction[];
  empty: WireEmpty;
}
export interface WireCode extends Omit<CodeBlock, 'source' | 'actions'> {
  source: WireSource;
  actions?: WireAction[];
}
export interface WireView extends Omit<ViewBlock, 'source' | 'instead'> {
  source?: WireSource;
  instead: WireBlock;
}
export type WireBlock =
  | WireTable
  | WireForm
  | WireWizard
  | WireStats
  | WireChart
  | WireDocument
  | WireDetail
  | WireNotice
  | WireTabs
  | WireSections
  | WireJob
  | WireCards
  | WireCode
  | WireView
  | WireOverviewBlock;

/** `GET /api/ui/forms/:id`: the effective form after all layers, trimmed to the actor and localised. */
export interface WireFormBody {
  id: string;
  title: string;
  button: string;
  /** The button says that it saves; one with words of its own does something else. */
  saves?: true;
  saving?: string;
  /** JSON Schema 2020-12 of an object; titles and descriptions are texts. */
  schema: Record<string, unknown>;
  ui: Record<
    string,
    Omit<FieldUi, 'options' | 'suggest' | 'ability'> & {
      options?: Call & { searched?: true; of?: Readonly<Record<string, string>> };
      suggest?: Call & { only?: true };
      hide?: boolean;
      /** Texts of the choices, by value. */ labels?: Record<string, string>;
    }
  >;
  order: string[];
  /** Sent back with the submission as `x-form: <id>@<etag>`; a stale one answers 409 `core.problem.form-changed` with the new `form`. */
  etag: string;
  submit: Call;
}

/** `POST /api/forms/:id/preview`: forms that are changed as one as they would look, and what of the changes does not fit. */
export interface FormPreview {
  forms: WireFormBody[];
  unfit: UnfitChange[];
}

/** `application/problem+json`, the answer of every refused call. */
export interface ProblemBody {
  type: string;
  title: string;
  status: number;
  detail: string;
  code: string;
  requestId: string;
  errors?: { field: string; message: string }[];
  [extra: string]: unknown;
}

/**
 * Member `confirm` of a refusal: a plugin wants something confirmed before it goes on. The browser draws `dialog`, an export of the plugin's
 * browser files (`<plugin>.<export>`, properties `ConfirmationProps`), and repeats the refused call once that answers yes.
 */
export interface Confirmation {
  dialog: string;
  title: string;
  /** Said when it was not confirmed. */
  refused: string;
  /** What the dialog needs. */
  details: unknown;
}

/** One server-sent event of `GET /api/live`. */
export type LiveEvent = { topic: string } | { topic: 'config'; version: string; withinMs: number };
