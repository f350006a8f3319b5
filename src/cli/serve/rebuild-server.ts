import { hasErrors } from '../../compiler/diagnostic.js';
import { printBuildNotes, refuseForeignFiles, reportDiagnostics } from '../build/report-build.js';
import { withBuilder } from '../builder/open-builder.js';
import { EXIT } from '../exit-code.js';
import type { Io } from '../io.js';
import { createNodeHost } from '../node-host.js';
import type { Project } from '../open-project.js';
import { summarizeDiagnostics } from '../print/summarize-diagnostics.js';

/**
 * Builds what development mode serves. Returns a code other than 0 if there are errors, which it has printed. Warnings
 * of a build that is up to date are only counted: the command that made it has printed them.
 */
export async function rebuildServer(project: Project, io: Io): Promise<number> {
  const host = createNodeHost();
  const build = await withBuilder(project, io, (builder) => builder.build());
  const { diagnostics, isConfigBroken, isCompiled } = build;
  refuseForeignFiles(build.foreign);
  if (isCompiled) await reportDiagnostics(diagnostics, { host, root: project.root }, io);
  if (hasErrors(diagnostics)) {
    io.stderr.write(`${summarizeDiagnostics(diagnostics)}; the server was not started.\n`);
    return isConfigBroken ? EXIT.usage : EXIT.errors;
  }
  if (isCompiled) io.stderr.write(printBuildNotes(build));
  const hint = isCompiled ? '' : '; "procgen build" shows where';
  if (diagnostics.length > 0) io.stderr.write(`${summarizeDiagnostics(diagnostics)}${hint}\n`);
  return EXIT.fine;
}
