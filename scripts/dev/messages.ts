/** What a serving process is told of its surroundings. */
export interface Given {
  /** The developer's address. */
  origin: string;
  /** Where the page lies that Vite made. */
  pagesDir: string;
  /** The database of the demo. */
  databaseUrl: string;
  /** Later ones need not say again what the demo offers. */
  isFirst: boolean;
  /** Serve this plugin's test data in place of the demo. */
  plugin: string | undefined;
  /** What the process before it had opened. */
  opened?: Opened;
}

/** Test data that is ready to be looked at: the page to begin with, and a session of whom it is for. */
export interface Opened {
  page: string;
  email: string;
  accountId: number;
  token: string;
}

export type ToServer = { prepare: string[] } | { start: Given };
/** `filling`: it makes its first data. Half of them are of no use, so it is let finish. */
export type FromServer = { filling: true } | { port: number; packages: string[]; opened?: Opened };
