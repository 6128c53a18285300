import { createReadStream } from 'node:fs';
import { createRequire } from 'node:module';
import { parse } from 'csv-parse';
import ipaddr from 'ipaddr.js';

/** The organisation that runs the network of an address; empty when unknown or when it only sells access to others. */
export type CompanyByIp = (ip: string) => string;

/** Networks that carry other people's traffic say nothing about where their users work. */
const CARRIER =
  /tele|comm(?:s|unication)|cable|wireless|mobile|cellular|broadband|internet|network|\bnet\b|net$|\bisps?\b|fib(?:er|re)|wi-?fi|satellite|host|cloud|data ?cent|server|vps|cdn|proxy|vpn|digital ?ocean|amazon|google|microsoft|akamai|fastly|verizon|vodafone|at&t|orange|comcast|cox |charter|spectrum|t-mobile|registry|exchange/i;

/** Ranges in ascending order; `names` are shared, for few networks have many ranges each. */
class Ranges<A extends Uint32Array | BigUint64Array> {
  readonly #starts: A;
  readonly #ends: A;
  readonly #names: Uint32Array;
  readonly #texts: readonly string[];

  constructor(starts: A, ends: A, names: Uint32Array, texts: readonly string[]) {
    this.#starts = starts;
    this.#ends = ends;
    this.#names = names;
    this.#texts = texts;
  }

  find(address: A[number]): string {
    let low = 0;
    let high = this.#starts.length - 1;
    while (low <= high) {
      const middle = (low + high) >>> 1;
      if (address < this.#starts[middle]!) high = middle - 1;
      else if (address > this.#ends[middle]!) low = middle + 1;
      else return this.#texts[this.#names[middle]!]!;
    }
    return '';
  }
}

/** Reads the packaged tables of networks, once; about a second of background work, nothing before the first call. */
export function loadCompanyByIp(): Promise<CompanyByIp> {
  loading ??= load().catch((error: unknown) => {
    loading = null;
    throw error;
  });
  return loading;
}
let loading: Promise<CompanyByIp> | null = null;

async function load(): Promise<CompanyByIp> {
  const texts: string[] = [];
  const places = new Map<string, number>();
  const read = async <V>(file: string, valueOf: (text: string) => V): Promise<{ starts: V[]; ends: V[]; names: Uint32Array }> => {
    const [starts, ends, names]: [V[], V[], number[]] = [[], [], []];
    const path = createRequire(import.meta.url).resolve(`@ip-location-db/asn/${file}`);
    for await (const [first, last, , name] of createReadStream(path).pipe(parse()) as AsyncIterable<string[]>) {
      if (!name || CARRIER.test(name)) continue;
      let place = places.get(name);
      if (place === undefined) places.set(name, (place = texts.push(name.slice(0, 200)) - 1));
      starts.push(valueOf(first!));
      ends.push(valueOf(last!));
      names.push(place);
    }
    return { starts, ends, names: Uint32Array.from(names) };
  };
  const four = await read('asn-ipv4-num.csv', Number);
  // Networks are never smaller than the upper 64 bits of an address.
  const six = await read('asn-ipv6-num.csv', (text) => BigInt(text) >> 64n);
  const v4 = new Ranges(Uint32Array.from(four.starts), Uint32Array.from(four.ends), four.names, texts);
  const v6 = new Ranges(BigUint64Array.from(six.starts), BigUint64Array.from(six.ends), six.names, texts);
  return (ip) => {
    if (!ipaddr.isValid(ip)) return '';
    const bytes = Buffer.from(ipaddr.process(ip).toByteArray());
    return bytes.length === 4 ? v4.find(bytes.readUInt32BE()) : v6.find(bytes.readBigUInt64BE());
  };
}
