import type { SourceCache } from '../read/source-cache.js';
import type { ImportRequest } from './import-request.js';

/** What to import of a procedure file: the procedures that it exports; nothing where it does not parse. */
export function requestProcedures(path: string, sources: SourceCache): ImportRequest {
  return {
    path,
    async listExports() {
      const module = await sources.read(path);
      if (!module || module.syntaxErrors.length > 0) return [];
      return module.procedures.map(({ exportName }) => exportName);
    },
  };
}
