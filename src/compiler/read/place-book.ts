import type { ChainPlaces } from './read-chain-places.js';
import type { SourceCache } from './source-cache.js';

export const NO_PLACES: ChainPlaces = { calls: new Map(), metadata: new Map(), schemaKeys: new Map() };

/**
 * Where what procedures' builders were told stands. Only who finds a fault needs it, so it is not read before somebody asks:
 * the first time there is nothing yet, and `read` tells that it is worth to ask again.
 */
export class PlaceBook {
  readonly #root: string;
  readonly #sources: SourceCache;
  readonly #files = new Map<string, ReadonlyMap<string, ChainPlaces>>();
  readonly #wanted = new Set<string>();

  constructor(root: string, sources: SourceCache) {
    this.#root = root;
    this.#sources = sources;
  }

  /** `file` is relative to the project. */
  find(file: string, exportName: string): ChainPlaces {
    const known = this.#files.get(file);
    if (!known) this.#wanted.add(file);
    return known?.get(exportName) ?? NO_PLACES;
  }

  /** Reads the files that were asked for and not known; false when there was none. */
  async read(): Promise<boolean> {
    const files = [...this.#wanted];
    this.#wanted.clear();
    const read = await Promise.all(files.map((file) => this.#sources.readPlaces(`${this.#root}/${file}`)));
    for (const [index, file] of files.entries()) this.#files.set(file, read[index] ?? new Map());
    return files.length > 0;
  }
}
