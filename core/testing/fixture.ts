import type { TestApp } from './test-app.ts';
import type { Person, Fixtures } from './fixtures.ts';

/** Test data that `npm run dev -- <plugin>` shows: the default export of the plugin's `fixture.fake.ts`. */
export interface Fixture {
  /** Whom its screens are for; when left out, whoever of a client, an agency and the operator may open a page of the plugin first. */
  as?: (fixtures: Fixtures) => Person;
  /** The path to begin with; when left out, the first page of the plugin that this person may open. */
  page?: string;
  /** Adds to an installation that has companies and people only, as a test would. */
  fill?(app: TestApp): Promise<void>;
}
