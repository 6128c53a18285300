import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { setImmediate as breathe } from 'node:timers/promises';
import ipaddr from 'ipaddr.js';
import type { Log } from '../../../../core/contract.ts';
import { isAccessProvider } from './access-providers.ts';

/** The organisation that runs the network of an address; empty when unknown or when it only sells access to others. */
export type CompanyByIp = (ip: string) => string;

/** Firms that let servers, where nobody browses. Exits of private relays (Akamai, Cloudflare, Fastly) are not among them: people use these. */
const HOSTING =
  /^(?:amazon(?:\.com| data services| technologies)|microsoft corp|oracle corp|digitalocean|ovh|hetzner|linode|vultr|the constant company|choopa|contabo|leaseweb|m247|datacamp|alibaba|hangzhou alibaba|tencent|shenzhen tencent|huawei clouds|ucloud|scaleway|online s\.a\.s|ionos|hostinger|godaddy|namecheap|rackspace|ibm cloud|softlayer|equinix|hostwinds|quadranet|psychz|egihosting|fdcservers|servers\.com|worldstream|serverius|hostkey|selectel|colocrossing|interserver|cherry servers|upcloud|kamatera|netcup|gthost|a2 hosting|purevoltage)/i;
const LETS_SERVERS = /\b(?:hosting|vps|dedicated servers?|secured servers|cloud computing)\b/i;
const SELLS_ACCESS = /tele|internet|broadband|communications|\bisp\b|cable|fib(?:er|re)|wireless|mobile/i;
/** Hosting under a name that also stands for something else: Google Cloud, Akamai's former Linode. */
const HOSTING_NUMBERS = new Set(['396982', '63949']);
const isHostingName = (name: string): boolean => HOSTING.test(name) || (LETS_SERVERS.test(name) && !SELLS_ACCESS.test(name));

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

const named = new Map<string, string>();
/** Says who runs the networks of single addresses, whatever the tables say: for demonstrations, which are to show nobody's real name. */
export function nameNetworks(owners: Readonly<Record<string, string>>): void {
  for (const [ip, owner] of Object.entries(owners)) named.set(ip, owner);
}

let loaded: CompanyByIp | null = null;
let loading: Promise<CompanyByIp> | null = null;
let isHosting: (ip: string) => boolean = () => false;
/** Stands in the tables for whoever lets servers; no name holds such a character. */
const SERVERS = '\u0000';

/** Reads the packaged tables of networks, once; a second or two of work in small pieces, nothing before the first call. */
export function loadCompanyByIp(): Promise<CompanyByIp> {
  loading ??= load().then(
    (owner) => {
      isHosting = (ip) => owner(ip) === SERVERS;
      return (loaded = (ip) => {
        const name = owner(ip);
        return name === SERVERS ? '' : name;
      });
    },
    (error: unknown) => {
      loading = null;
      throw error;
    },
  );
  return loading;
}

/** What can be said at once: while the tables are still being read nothing is known, for no lead is to wait for them. */
export function companyByIpSoFar(log: Log): CompanyByIp {
  if (!loaded) loadCompanyByIp().catch((error: unknown) => log.warn({ error: String(error) }, 'companies by network address are missing'));
  return loaded ?? (() => '');
}

/** Whether an address is one of servers, as far as can be said at once. */
export function isHostingSoFar(log: Log): (ip: string) => boolean {
  companyByIpSoFar(log);
  return isHosting;
}

const LINES_AT_ONCE = 5_000;
const [NEW_LINE, COMMA] = [10, 44];
const CARRIES = -1;

/** The tables are made by a machine: one line a network, `first,last,number,name`, names quoted where they hold a comma. */
async function load(): Promise<CompanyByIp> {
  const texts: string[] = [SERVERS];
  /** Place of a network operator's name, by the operator's number. */
  const places = new Map<string, number>();
  const placeOf = (name: string, number: string): number => {
    if (HOSTING_NUMBERS.has(number) || isHostingName(name)) return 0;
    return !name || isAccessProvider(name) ? CARRIES : texts.push(name.slice(0, 200)) - 1;
  };
  const read = async <V>(file: string, valueOf: (text: string) => V): Promise<{ starts: V[]; ends: V[]; names: Uint32Array }> => {
    const [starts, ends, names]: [V[], V[], number[]] = [[], [], []];
    const bytes = await readFile(createRequire(import.meta.url).resolve(`@ip-location-db/asn/${file}`));
    let line = 0;
    for (let at = 0; at < bytes.length; line += 1) {
      if (line % LINES_AT_ONCE === 0) await breathe();
      const found = bytes.indexOf(NEW_LINE, at);
      const end = found === -1 ? bytes.length : found;
      const second = bytes.indexOf(COMMA, at) + 1;
      const third = bytes.indexOf(COMMA, second) + 1;
      const fourth = bytes.indexOf(COMMA, third) + 1;
      const operator = bytes.toString('latin1', third, fourth - 1);
      let place = places.get(operator);
      if (place === undefined) {
        const name = bytes.toString('utf8', fourth, end).trim().replace(/^"|"$/g, '').replaceAll('""', '"');
        places.set(operator, (place = placeOf(name, operator)));
      }
      if (place !== CARRIES) {
        starts.push(valueOf(bytes.toString('latin1', at, second - 1)));
        ends.push(valueOf(bytes.toString('latin1', second, third - 1)));
        names.push(place);
      }
      at = end + 1;
    }
    return { starts, ends, names: Uint32Array.from(names) };
  };
  const four = await read('asn-ipv4-num.csv', Number);
  // Networks are never smaller than the upper 64 bits of an address.
  const six = await read('asn-ipv6-num.csv', (text) => BigInt(text) >> 64n);
  const v4 = new Ranges(Uint32Array.from(four.starts), Uint32Array.from(four.ends), four.names, texts);
  const v6 = new Ranges(BigUint64Array.from(six.starts), BigUint64Array.from(six.ends), six.names, texts);
  return (ip) => {
    const said = named.get(ip);
    if (said !== undefined) return said;
    if (!ipaddr.isValid(ip)) return '';
    const bytes = Buffer.from(ipaddr.process(ip).toByteArray());
    return bytes.length === 4 ? v4.find(bytes.readUInt32BE()) : v6.find(bytes.readBigUInt64BE());
  };
}
