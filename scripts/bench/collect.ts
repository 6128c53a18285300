import { join } from 'node:path';
import { Pool } from 'undici';
import { asSystem } from '../../core/boot/as-system.ts';
import { Pixels } from '../../plugins/lead-intake/capture/contract.ts';
import { BeaconTokens, TOKEN_KEY } from '../../plugins/lead-intake/capture/screening/token.ts';
import { type Comparison, compare, load, type Side, steady } from './harness.ts';
import { addCampaign, type Installation, install } from './installation.ts';
import { Peer } from './peer.ts';
import { type ServerProcess, startProduct, startServer } from './server-process.ts';

const WIDTH = 64;
const MILLISECONDS = 2_000;
const AGENT = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36';

/** P1: visits accepted and durable, against a bare server that only gathers and inserts, and against a peer. */
export async function run(adminUrl: string, peerAddress?: string): Promise<Comparison[]> {
  const installation = await install(adminUrl);
  const { url, owner, kernel } = installation;
  await owner.query(`create table bench_visit as
    select slot, fingerprint, at, campaign_id, company_id, agency_id, root_id, visitor, email_hash, ip, url, referrer, thank_you from capture_visit limit 0`);
  const key = await pixelOf(installation);
  const product = await startProduct('collect', installation, { TRUSTED_HOPS: '1' });
  const limit = await startServer(join(import.meta.dirname, 'limits', 'collect-limit.ts'), { DATABASE_URL: url });
  const tokens = new BeaconTokens(kernel.secrets.key(TOKEN_KEY));
  const [toProduct, toLimit] = [beacons(product, key, tokens), beacons(limit, key, tokens)];
  const peer = peerAddress === undefined ? null : new Peer(peerAddress, WIDTH);
  try {
    const side = (server: ServerProcess, work: Side['run']): Side => ({ run: work, memoryMiB: () => server.memoryMiB() });
    const ofProduct = side(product, () => load(WIDTH, MILLISECONDS, toProduct.send));
    const peak = await compare('collect', 'visits', {
      product: ofProduct,
      limit: side(limit, () => load(WIDTH, MILLISECONDS, toLimit.send)),
    });
    const rate = 0.7 * peak.product.median;
    const calm = await compare(
      'collect at 70 % of the peak',
      'visits',
      {
        product: side(product, () => steady(rate, MILLISECONDS, toProduct.send)),
        limit: side(limit, () => steady(rate, MILLISECONDS, toLimit.send)),
      },
      { pairs: 3, by: 'p99' },
    );
    const besidePeer = peer && {
      run: () => load(WIDTH, MILLISECONDS, (n) => peer.post(n)),
      memoryMiB: () => Promise.resolve(0),
    };
    const peers = besidePeer ? [await compare('collect', 'visits', { product: ofProduct, limit: besidePeer }, { beside: 'peer' })] : [];
    const { rows } = await owner.query<{ n: string }>('select count(*) as n from capture_visit');
    if (Number(rows[0]!.n) !== toProduct.sent()) throw new Error(`${toProduct.sent()} visits were acknowledged and ${rows[0]!.n} stored`);
    return [peak, calm, ...peers];
  } finally {
    await Promise.all([toProduct, toLimit, ...(peer ? [peer] : [])].map((one) => one.close()));
    await Promise.all([product.stop(), limit.stop()]);
    await installation.remove();
  }
}

async function pixelOf({ owner, kernel, fixtures }: Installation): Promise<string> {
  const { tenant } = fixtures.a.clients[0]!;
  const campaign = await addCampaign(owner, tenant, 'Bench');
  const { key } = await asSystem(kernel, tenant, (ctx) => ctx.use(Pixels).of(campaign));
  await owner.query('update capture_pixel set hosts = $2 where campaign_id = $1', [campaign, ['shop.example']]);
  return key;
}

/** Networks that visitors come from, and addresses of each: no single one sends more than people do. */
const [NETWORKS, ADDRESSES] = [200, 25];

/** Sends page views of ever new visitors, each as a browser's beacon with the token of its network. */
function beacons({ url }: ServerProcess, key: string, tokens: BeaconTokens) {
  const pool = new Pool(url, { connections: WIDTH });
  const headers = { 'content-type': 'text/plain;charset=UTF-8', 'user-agent': AGENT, origin: 'https://shop.example' };
  const issued = new Map<string, string>();
  let serial = 0;
  // Each browser of real visitors has its own; here each address fetches one.
  const tokenOf = (address: string): string => {
    let token = issued.get(address);
    if (!token) issued.set(address, (token = tokens.issue(key, address, Date.now())));
    return token;
  };
  return {
    async send(): Promise<void> {
      serial += 1;
      const address = `10.${serial % NETWORKS}.1.${Math.floor(serial / NETWORKS) % ADDRESSES}`;
      const body = JSON.stringify({
        k: key,
        v: `visitor-${serial}`,
        u: `https://shop.example/page?n=${serial}`,
        r: 'https://search.example/',
        s: tokenOf(address),
      });
      const answer = await pool.request({ method: 'POST', path: '/collect', headers: { ...headers, 'x-forwarded-for': address }, body });
      await answer.body.dump();
      if (answer.statusCode !== 204) throw new Error(`a visit was answered with ${answer.statusCode}`);
    },
    sent: () => serial,
    close: () => pool.close(),
  };
}
