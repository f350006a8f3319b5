import type { SourceModules } from '../parse/source-modules.js';
import { absolute } from '../relative-path.js';
import { type ChainLocations, NO_LOCATIONS } from './chain-locations.js';
import { readLocations } from './read-chain-locations.js';

/** Where what procedures' builders were told stands. Only diagnostics need it, so files are read when somebody asks. */
export class LocationIndex {
  readonly #sources: SourceModules;
  readonly #files = new Map<string, ReadonlyMap<string, ChainLocations>>();

  constructor(sources: SourceModules) {
    this.#sources = sources;
  }

  /** `file` is relative to the project. */
  find(file: string, exportName: string): ChainLocations {
    const locations = this.#files.get(file) ?? this.#read(file);
    this.#files.set(file, locations);
    return locations.get(exportName) ?? NO_LOCATIONS;
  }

  #read(file: string): ReadonlyMap<string, ChainLocations> {
    const module = this.#sources.parse(absolute(this.#sources.root, file));
    return module ? readLocations(module) : new Map();
  }
}
