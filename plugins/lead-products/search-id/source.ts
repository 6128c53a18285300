import { T } from '../../../core/contract.ts';
import { defineLeadSource } from '../../lead-intake/leads/contract.ts';
import { wordsOf } from '../../lead-intake/leads/shared.ts';

/** Somebody was looking for a keyword. */
export const IntentRecords = defineLeadSource({
  id: 'search-id.intent-record',
  title: 'search-id.record',
  words: wordsOf('search-id.record', ['identified']),
  evidence: T.Object({
    keyword: T.String({ maxLength: 120, title: 'search-id.record.keyword' }),
    searchedAt: T.String({ format: 'date-time', title: 'search-id.record.searched-at' }),
  }),
  listed: 'keyword',
  checksPlace: true,
  outcomes: {
    incomplete: {
      title: 'search-id.outcome.incomplete',
      why: 'search-id.outcome.incomplete.why',
      stage: 'identification',
      remedy: 'settings',
      setting: 'requireemailaddress',
    },
  },
  sample: async (ctx) => ({ keyword: 'test keyword', searchedAt: ctx.now.toISOString() }),
});
