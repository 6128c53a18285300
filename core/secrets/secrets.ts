import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import type { Knex } from 'knex';
import { type Config, derivedKey } from '../../config/default.ts';

/**
 * Envelope encryption: a data key for each company, wrapped by the installation's key; values under AES-256-GCM.
 * The place a value is stored in is authenticated with it, so a ciphertext copied to another row or company does not open.
 */
export class SecretBox {
  readonly #platform: Knex;
  readonly #master: Buffer;
  readonly #config: Pick<Config, 'secret'>;
  readonly #keys = new Map<number, Buffer>();
  /** By purpose: there are as many as code names. */
  readonly #derived = new Map<string, Buffer>();

  constructor(platform: Knex, config: Pick<Config, 'secret'>) {
    this.#platform = platform;
    this.#config = config;
    this.#master = derivedKey(config, 'secrets');
  }

  async seal(tenantId: number, place: string, plain: string): Promise<string> {
    return `v1.${encrypt(await this.#key(tenantId), plain, `${tenantId}|${place}`).toString('base64url')}`;
  }

  /** Throws when the value was made for another place or company, or was changed. */
  async open(tenantId: number, place: string, sealed: string): Promise<string> {
    const [version, body] = sealed.split('.');
    if (version !== 'v1' || body === undefined) throw new Error('not a sealed value');
    return decrypt(await this.#key(tenantId), Buffer.from(body, 'base64url'), `${tenantId}|${place}`).toString('utf8');
  }

  key(purpose: string): Buffer {
    const key = this.#derived.get(purpose) ?? derivedKey(this.#config, purpose);
    this.#derived.set(purpose, key);
    return key;
  }

  async #key(tenantId: number): Promise<Buffer> {
    const known = this.#keys.get(tenantId);
    if (known) return known;
    const fresh = randomBytes(32);
    const wrapped = encrypt(this.#master, fresh, `tenant key ${tenantId}`);
    await this.#platform('core_tenant_key').insert({ company_id: tenantId, wrapped }).onConflict('company_id').ignore();
    const row = (await this.#platform('core_tenant_key').where({ company_id: tenantId }).first('wrapped')) as { wrapped: Buffer };
    const key = decrypt(this.#master, row.wrapped, `tenant key ${tenantId}`);
    this.#keys.set(tenantId, key);
    return key;
  }
}

function encrypt(key: Buffer, plain: string | Buffer, aad: string): Buffer {
  const nonce = randomBytes(12);
  const cipher = createCipheriv('aes-256-gcm', key, nonce);
  cipher.setAAD(Buffer.from(aad));
  const body = Buffer.concat([cipher.update(plain), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), body]);
}

function decrypt(key: Buffer, sealed: Buffer, aad: string): Buffer {
  const decipher = createDecipheriv('aes-256-gcm', key, sealed.subarray(0, 12));
  decipher.setAAD(Buffer.from(aad));
  decipher.setAuthTag(sealed.subarray(12, 28));
  return Buffer.concat([decipher.update(sealed.subarray(28)), decipher.final()]);
}
