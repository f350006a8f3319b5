import { findBuildOptions } from './find-build-options.js';
import { listSyntaxErrors, type ParsedSource, parseSource } from './parse-source.js';
import type { ChainPlaces } from './read-chain-places.js';
import { hasDefaultExport, readConfigPlaces } from './read-config.js';
import { type FollowImport, type ReadConfig, type ReadModule, readModule } from './read-module.js';
import { readPlaces } from './read-procedures.js';
import { ts } from './typescript.js';

/** A module as the project has it now. */
export interface ModuleText {
  /** Absolute, with `/`. */
  readonly path: string;
  /** Relative to the project where it lies inside. */
  readonly file: string;
  readonly text: string;
}

/** Reads modules: texts in, plain data out. */
export interface ModuleReader {
  readModule(module: ModuleText): Promise<ReadModule>;
  /** Where what the builders of its procedures were told stands, by the procedures' names. */
  readPlaces(module: ModuleText): Promise<ReadonlyMap<string, ChainPlaces>>;
  readConfig(module: ModuleText): Promise<ReadConfig>;
  /** JSON as a tsconfig has it: with comments, and whatever can be made of it. */
  parseJson(module: ModuleText): Promise<unknown>;
}

/** Finds the module that `specifier`, a relative one, means in `importer`; null when there is none. */
export type FindImport = (importer: string, specifier: string) => Promise<ModuleText | null>;

/** Reads in this thread. What modules import is parsed once, however many import it. */
export function createModuleReader(findImport: FindImport): ModuleReader {
  const imported = new Map<string, ParsedSource>();
  const parseImport = ({ path, file, text }: ModuleText): ParsedSource => {
    const source = imported.get(path) ?? parseSource(file, text);
    imported.set(path, source);
    return source;
  };
  const followFrom =
    (importer: string): FollowImport =>
    async (specifier) => {
      const found = await findImport(importer, specifier);
      return found && { path: found.path, source: parseImport(found) };
    };
  const parse = ({ path, file, text }: ModuleText) => imported.get(path) ?? parseSource(file, text);
  return {
    readModule: async (module) => readModule(parse(module), followFrom(module.path)),
    async readPlaces(module) {
      const follow = followFrom(module.path);
      return readPlaces(parse(module), async (specifier) => (await follow(specifier))?.source ?? null);
    },
    async readConfig(module) {
      const source = parse(module);
      return {
        syntaxErrors: listSyntaxErrors(source),
        hasDefaultExport: hasDefaultExport(source),
        places: readConfigPlaces(source),
        buildOptions: findBuildOptions(source.tree),
      };
    },
    parseJson: async ({ path, text }) =>
      (ts.parseConfigFileTextToJson(path, text) as { readonly config?: unknown }).config,
  };
}
