import { definePort } from './plugin.ts';

/**
 * What operators see of background work and processes, and do with it; provided by core. Each of these refuses whoever does not belong to the root (403). What
 * belongs to companies is shown under the caller's row-level security.
 */

/** How a job stands, by its id. */
export interface JobStatus {
  id: string;
  plugin: string;
  /** Interval (`30 seconds`) or cron line of what the clock asks for; null: it runs when something asks for it. */
  every: string | null;
  /** Its work lies in the plugin's own table: `waiting` counts companies with work, and there are no runs to look at. */
  queue: boolean;
  /** When it last had something to do, for how many milliseconds, and how many runs or companies that were. */
  lastAt: Date | null;
  ms: number | null;
  pieces: number | null;
  nextAt: Date | null;
  waiting: number;
  running: number;
  dead: number;
  /** Since when the oldest run that could have begun waits. */
  oldestAt: Date | null;
  error: string | null;
  errorAt: Date | null;
}

/** How a subscriber to events stands. */
export interface ConsumerStatus {
  id: string;
  plugin: string | null;
  event: string;
  waiting: number;
  running: number;
  /** Waiting for its plugin to be switched on. */
  held: number;
  dead: number;
  oldestAt: Date | null;
  /** Of the newest that failed. */
  error: string | null;
}

/** `waiting`: not begun, or before its next try. */
export const WORK_STATES = ['waiting', 'running', 'held', 'dead'] as const;
export type WorkState = (typeof WORK_STATES)[number];

/** A run of a job, or an event on its way to a subscriber. */
export interface WorkItem {
  /** `run-12`, or `event-34`, which goes with the subscriber. */
  id: string;
  companyId: number;
  company: string;
  state: WorkState;
  attempts: number;
  /** When it is tried next, was begun, or was given up. */
  at: Date;
  createdAt: Date;
  note: string | null;
}

/** Whose items: a job's by its id, or a subscriber's. */
export type WorkOf = { job: string } | { subscriber: string };
/** What became of an item: done, in hand by a worker at this moment, or no longer there to do it to. */
export type WorkAnswer = 'done' | 'running' | 'gone';
/** What became of a job that was to run: it has something to do, nothing is due for anybody, or there is no such job. */
export type RunAnswer = 'started' | 'idle' | 'gone';

export interface WorkApi {
  jobs(): Promise<JobStatus[]>;
  consumers(): Promise<ConsumerStatus[]>;
  /** A page of what waits or was given up: those given up first, then the oldest. */
  items(of: WorkOf, at: { offset: number; perPage: number; state?: WorkState }): Promise<{ rows: WorkItem[]; total: number }>;
  /** Lets an item be tried at once, from the first try again. Repeated, it changes nothing. */
  retry(of: WorkOf, item: string): Promise<WorkAnswer>;
  /** All that were given up; answers how many. */
  retryDead(of: WorkOf): Promise<number>;
  /** Gives an item up for good, whatever it still had to do. */
  cancel(of: WorkOf, item: string): Promise<WorkAnswer>;
  /** Does what the job's clock would do now. However often it is asked, one run waits for each company. */
  runNow(job: string): Promise<RunAnswer>;
}
/** Background work of all companies: how it stands, and retrying, giving up or starting it. */
export const Work = definePort<WorkApi>('core.work.v1', { changes: 'work' });

/** A process of the installation, as it last told of itself. */
export interface ProcessStatus {
  id: string;
  host: string;
  pid: number;
  roles: string[];
  versions: { product: string; core: string; node: string; database: string };
  plugins: readonly PluginReport[];
  migrations: { ran: string[]; ahead: string[]; missing: string[] };
  startedAt: Date;
  seenAt: Date;
  stoppedAt: Date | null;
}
export interface PluginReport {
  id: string;
  version: string;
  on: boolean;
  milliseconds: number;
  /** What is wrong, each with the place and what to do about it. */
  faults: readonly { code: string; found: string; file: string | null; remedy: string | null }[];
}

/** Calls to one host in a time. */
export interface HostCalls {
  host: string;
  calls: number;
  failures: number;
  refusals: number;
  /** 95 of 100 answers took at most so many milliseconds; null: there were none. */
  p95: number | null;
  lastAt: Date;
  /** The last reason of its kind, in a word. */
  failure: string | null;
  refusal: string | null;
  refusedAt: Date | null;
}
export interface ProcessesApi {
  /** The newest first, those that stopped within a week among them. */
  processes(): Promise<ProcessStatus[]>;
  /** Outgoing calls since then, by host, those with most failures and refusals first. Kept for 30 days. */
  calls(since: Date): Promise<HostCalls[]>;
}
/** The processes of the installation, and their outgoing calls. */
export const Processes = definePort<ProcessesApi>('core.processes.v1');
