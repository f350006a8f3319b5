import { findProcedures } from '../parse/find-procedures.js';
import type { SourceModules } from '../parse/source-modules.js';
import type { ImportRequest } from './import-request.js';

/** What to import of a procedure file: the procedures that it exports; nothing where it does not parse. */
export function requestProcedures(path: string, sources: SourceModules): ImportRequest {
  return {
    path,
    async listExports() {
      const module = sources.parse(path);
      return module ? findProcedures(module, sources).procedures.map(({ exportName }) => exportName) : [];
    },
  };
}
