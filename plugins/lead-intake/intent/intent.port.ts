import { type Ctx, denied } from '../../../core/contract.ts';
import type { Place } from '../../foundation/places/contract.ts';
import { type IntentApi, type IntentQuery, MOST_AT_ONCE, MOST_SUGGESTIONS, START, SUGGEST_FROM } from './contract.ts';
import { countPeople, countsOf, importState, keywordsBeginning, matchingKeywords, nextRecords, outlinesOf } from './intent.store.ts';
import { keywordOf, keywordsOf } from './keywords.ts';

export function intentOf(ctx: Ctx): IntentApi {
  const matching = ({ keywords = [], contextual = [], stopWords = [] }: IntentQuery): Promise<number[]> => {
    const [exactly, holding, without] = [keywords, contextual, stopWords].map((typed) => keywordsOf(typed).keywords) as [
      string[],
      string[],
      string[],
    ];
    return matchingKeywords(ctx.db, exactly, holding, without);
  };
  return {
    async counts(keywords, places) {
      const counts = await countsOf(
        ctx.db,
        keywords.map((typed) => keywordOf(typed) ?? ''),
        places === null ? [] : apart(places),
      );
      return keywords.map((keyword, at) => {
        const { people, inside } = counts[at]!;
        return { keyword, people, inside: places === null ? people : inside };
      });
    },

    async people(query) {
      return countPeople(ctx.db, await matching(query), query.places && apart(query.places));
    },

    async outlines(query, span) {
      return outlinesOf(ctx.db, await matching(query), query.places && apart(query.places), span);
    },

    async suggest(typed) {
      const begun = typed.trim().length < SUGGEST_FROM ? null : keywordOf(typed);
      return begun === null ? [] : keywordsBeginning(ctx.db, begun, MOST_SUGGESTIONS);
    },

    async state() {
      const { asOf, position } = await importState(ctx.db);
      return { asOf, position: position ?? START };
    },

    async read(query, behind, most = MOST_AT_ONCE) {
      if (ctx.actor.kind !== 'system') throw denied();
      if (!(most >= 1 && most <= MOST_AT_ONCE)) throw new RangeError(`at least 1 and at most ${MOST_AT_ONCE} records are read at once`);
      const places = query.places && apart(query.places);
      const { records, seen, last } = await nextRecords(ctx.db, { keywordIds: await matching(query), places, behind, most });
      return { records, position: last, isEnd: seen < most };
    },
  };
}

/** The places, each once, without those that lie within others of them. */
function apart(places: readonly Place[]): Place[] {
  const all = new Map(places.map((place) => [place.id, place]));
  return [...all.values()].filter(({ within }) => !within.some((id) => all.has(id)));
}
