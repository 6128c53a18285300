import type { IncomingMessage } from 'node:http';
import { describe, expect, test } from 'vitest';
import { bearer, clientIp, zoneOf } from './principal.ts';

const request = (headers: Record<string, string | string[]>, remoteAddress = '::ffff:10.0.0.9'): IncomingMessage =>
  ({ headers, socket: { remoteAddress } }) as unknown as IncomingMessage;

describe('the address of the caller', () => {
  const forwarded = request({ 'x-forwarded-for': '6.6.6.6, 203.0.113.7, 10.0.0.1' });
  test("is the connection's, when no proxy stands in front, whatever is claimed", () => expect(clientIp(forwarded, 0)).toBe('10.0.0.9'));
  test('is what the only proxy saw', () => expect(clientIp(forwarded, 1)).toBe('10.0.0.1'));
  test('is what the outer of two proxies saw', () => expect(clientIp(forwarded, 2)).toBe('203.0.113.7'));
  test("is the connection's, when there are fewer hops than proxies", () => {
    expect(clientIp(forwarded, 4)).toBe('10.0.0.9');
    expect(clientIp(request({}), 2)).toBe('10.0.0.9');
  });
  test('comes from the last header too, where a proxy adds one of its own', () =>
    expect(clientIp(request({ 'x-forwarded-for': ['6.6.6.6', '203.0.113.7'] }), 1)).toBe('203.0.113.7'));
  test('is found quickly and stays short in a header made to be slow', () => {
    const began = process.threadCpuUsage();
    expect(clientIp(request({ 'x-forwarded-for': `${', '.repeat(30_000)}${'x'.repeat(500)}` }), 1).length).toBeLessThanOrEqual(45);
    expect(process.threadCpuUsage(began).user / 1_000).toBeLessThan(50);
  });
});

describe('the token', () => {
  test('is taken as it stands', () => expect(bearer(request({ authorization: `Bearer ${'a'.repeat(43)}` }))).toBe('a'.repeat(43)));
  test.for([
    '',
    'Bearer',
    'Bearer ',
    `Basic ${'a'.repeat(43)}`,
    'Bearer short',
    `Bearer ${'a'.repeat(201)}`,
    `Bearer ${'a'.repeat(43)} x`,
    `Bearer ${'a'.repeat(42)}'`,
    `bearer ${'a'.repeat(43)}`,
  ])('%j holds none', (authorization) => {
    expect(bearer(request({ authorization }))).toBeNull();
  });
});

describe('the zone', () => {
  const zone = (claimed: string) => zoneOf(request({ 'x-timezone': claimed }));
  test('is believed under any name that it goes by', () => {
    expect(zone('Asia/Dubai')).toBe('Asia/Dubai');
    expect(new Set([zone('Asia/Kolkata'), zone('Asia/Calcutta')]).size).toBe(1);
    expect(zone('Asia/Kolkata')).toMatch(/^Asia\//);
  });
  test.for(['', 'Mars/Base', "x'; drop table", '+05:30', 'UTC+3', 'America/Chicago '])('%j is none', (claimed) => {
    expect(zone(claimed)).toBe('America/Chicago');
  });
});
