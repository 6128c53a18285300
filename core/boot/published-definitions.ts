import type { Knex } from 'knex';
import type { Log, Plugin } from '../contract.ts';
import type { Catalogue } from '../i18n/catalogue.ts';
import type { Registry } from './registry.ts';

interface Place {
  registry: Registry;
  catalogue: Catalogue;
  /** Sees all companies. */
  platform: Knex;
  log: Log;
}
type Publisher = Plugin & Required<Pick<Plugin, 'publishes'>>;

/**
 * What operators published while the product runs, in this process: connectors, forms, extensions of pages and their texts, of each plugin that
 * `publishes`. Every process follows by the news of the configuration; whoever must not be behind asks with `catchUp`.
 */
export class PublishedDefinitions {
  readonly #place: Place;
  readonly #publishers: ReadonlyMap<string, Publisher>;
  /** What this process has read, by plugin. */
  readonly #revisions = new Map<string, number>();
  /** Readings one after the other, so that an older answer never replaces a newer one. */
  #reading: Promise<void> = Promise.resolve();

  constructor(place: Place) {
    this.#place = place;
    const publishing = place.registry.plugins.filter((plugin): plugin is Publisher => plugin.publishes !== undefined);
    this.#publishers = new Map(publishing.map((plugin) => [plugin.manifest.id, plugin]));
  }

  /** Reads what changed. What cannot be read stays as it was, and is read with the next news. */
  async refresh(): Promise<void> {
    for (const id of this.#publishers.keys())
      await this.catchUp(id).catch((error: unknown) =>
        this.#place.log.error({ plugin: id, error: String(error) }, 'published definitions not read'),
      );
  }

  /** Has this process know what the plugin has published by now; one statement where nothing changed. Throws where that cannot be read. */
  catchUp(pluginId: string): Promise<void> {
    const plugin = this.#publishers.get(pluginId);
    if (!plugin) return Promise.resolve();
    const reading = this.#reading.then(() => this.#follow(plugin));
    this.#reading = reading.catch(() => undefined);
    return reading;
  }

  async #follow({ manifest: { id }, publishes }: Publisher): Promise<void> {
    const { platform, log, registry, catalogue } = this.#place;
    const revision = await publishes.revision(platform);
    if (revision === this.#revisions.get(id)) return;
    // Read after its number, so what is newer than that is read once more and never missed.
    const { texts, ...definitions } = await publishes.read(platform, log);
    registry.publish(id, definitions);
    catalogue.publish(id, texts);
    this.#revisions.set(id, revision);
  }
}
