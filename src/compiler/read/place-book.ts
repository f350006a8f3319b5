import type { ChainPlaces } from './read-chain-places.js';
import type { SourceCache } from './source-cache.js';

export const NO_PLACES: ChainPlaces = { calls: new Map(), metadata: new Map(), schemaKeys: new Map() };

/**
 * Where what procedures' builders were told stands. Only who finds a fault needs it, so it is not read before somebody asks:
 * the first time there is nothing yet, and `read` tells that it is worth to ask again.
 */
export class PlaceBook {
  readonly #sources: SourceCache;
  readonly #files = new Map<string, ReadonlyMap<string, ChainPlaces>>();
  readonly #wanted = new Set<string>();

  constructor(sources: SourceCache) {
    this.#sources = sources;
  }

  /** `path` is absolute. */
  find(path: string, exportName: string): ChainPlaces {
    const known = this.#files.get(path);
    if (!known) this.#wanted.add(path);
    return known?.get(exportName) ?? NO_PLACES;
  }

  /** Reads the files that were asked for and not known; false when there was none. */
  async read(): Promise<boolean> {
    const paths = [...this.#wanted];
    this.#wanted.clear();
    const read = await Promise.all(paths.map((path) => this.#sources.readPlaces(path)));
    for (const [index, path] of paths.entries()) this.#files.set(path, read[index] ?? new Map());
    return paths.length > 0;
  }
}
