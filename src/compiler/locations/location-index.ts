import type { SourceModules } from '../parse/source-modules.js';
import { absolute } from '../relative-path.js';
import { type ChainLocations, NO_LOCATIONS } from './chain-locations.js';

/**
 * Where what procedures' builders were told stands. Only diagnostics need it, so TypeScript is loaded and files are read
 * when somebody has asked: the first time there is nothing yet, and `read` tells that it is worth to ask again.
 */
export class LocationIndex {
  readonly #sources: SourceModules;
  readonly #files = new Map<string, ReadonlyMap<string, ChainLocations>>();
  readonly #wanted = new Set<string>();

  constructor(sources: SourceModules) {
    this.#sources = sources;
  }

  /** `file` is relative to the project. */
  find(file: string, exportName: string): ChainLocations {
    const known = this.#files.get(file);
    if (!known) this.#wanted.add(file);
    return known?.get(exportName) ?? NO_LOCATIONS;
  }

  /** Reads the files that were asked for and not known; false when there was none. */
  async read(): Promise<boolean> {
    const files = [...this.#wanted];
    if (files.length === 0) return false;
    this.#wanted.clear();
    const { readLocations } = await import('./read-chain-locations.js');
    for (const file of files) {
      const module = this.#sources.parse(absolute(this.#sources.root, file));
      this.#files.set(file, module ? readLocations(module) : new Map());
    }
    return true;
  }
}
