import { expect, test } from 'vitest';
import { dayOf, daysText, dayText, momentText, monthText } from './day.ts';

const AT = new Date('2027-03-14T15:00:00Z');

test('a moment has the day of its zone', () =>
  expect([dayOf(AT, 'UTC'), dayOf(AT, 'Pacific/Kiritimati')]).toEqual(['2027-03-14', '2027-03-15']));

test('days are those of the zone, also where the clock changes', () => {
  const day = (at: string, zone: string) => dayOf(new Date(at), zone);
  expect(day('2026-03-08T05:59:59Z', 'America/Chicago')).toBe('2026-03-07');
  expect(day('2026-03-08T06:00:00Z', 'America/Chicago')).toBe('2026-03-08');
  expect(day('2026-03-09T04:59:59Z', 'America/Chicago')).toBe('2026-03-08');
  expect(day('2026-03-09T05:00:00Z', 'America/Chicago')).toBe('2026-03-09');
  expect(day('2026-03-08T18:30:00Z', 'Asia/Kolkata')).toBe('2026-03-09');
});

test('a day is written in the language; what is none stays', () => {
  expect(dayText('2027-03-08', 'en')).toBe('Mar 8, 2027');
  expect(dayText('2027-03-08', 'ar')).toMatch(/^\D*8 مارس 2027$/);
  expect(dayText('2027-13-45', 'en')).toBe('2027-13-45');
});

test('a stretch of days names what its ends share once; one day stands alone', () => {
  const plain = (text: string): string => text.replaceAll(/\s/g, ' ');
  expect(plain(daysText('2027-03-08', '2027-03-14', 'en'))).toBe('Mar 8 – 14, 2027');
  expect(plain(daysText('2027-03-29', '2027-04-04', 'en'))).toBe('Mar 29 – Apr 4, 2027');
  expect(plain(daysText('2026-12-28', '2027-01-03', 'en'))).toBe('Dec 28, 2026 – Jan 3, 2027');
  expect(plain(daysText('2027-03-08', '2027-03-14', 'ar'))).toMatch(/8\D+14 مارس 2027$/);
  expect(daysText('2027-03-08', '2027-03-08', 'en')).toBe('Mar 8, 2027');
  expect(daysText('none', 'none', 'en')).toBe('none');
});

test('a month is named', () => {
  expect(monthText('2027-03', 'en')).toBe('March 2027');
  expect(monthText('2027-03', 'ar')).toBe('مارس 2027');
});

test('a moment is written in the language with its zone, in letters with its weekday', () => {
  const said = (...rest: [locale: 'en' | 'ar', form?: 'long']) => momentText(AT, 'America/New_York', ...rest).replaceAll('\u202f', ' ');
  expect(said('en')).toBe('Mar 14, 2027, 11:00 AM EDT');
  expect(said('en', 'long')).toBe('Sunday, March 14, 2027 at 11:00 AM EDT');
  expect(said('ar', 'long')).toMatch(/الأحد.* 14 مارس 2027/);
  expect(said('ar')).not.toMatch(/Mar|[٠-٩]/);
});
