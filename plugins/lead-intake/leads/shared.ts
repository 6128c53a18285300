/** For sources that ask a supplier only about people from the right place, and for trials of other rules. */
export { isInPlace, isWanted } from './intake/rules.ts';
/** A person's fields and their columns, for all who store or read people. */
export { NOBODY, PERSON_COLUMN, PERSON_COLUMNS, PERSON_FIELDS, personBy, personOfRow, type PersonRow, rowOfPerson } from './person.ts';
export { wordsOf } from './words.ts';
