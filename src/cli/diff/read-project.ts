import { join } from 'node:path';
import { hasErrors } from '../../compiler/diagnostic.js';
import { parseDescription } from '../../diff/parse-description.js';
import { reportDiagnostics } from '../build/report-diagnostics.js';
import { withBuilder } from '../builder/open-builder.js';
import { CliFailure } from '../cli-failure.js';
import { EXIT } from '../exit-code.js';
import type { Io } from '../io.js';
import { createNodeHost } from '../node-host.js';
import type { Project } from '../open-project.js';
import { summarizeDiagnostics } from '../print/summarize-diagnostics.js';
import type { Described } from './described.js';

/** What the procedures of the project would be described as, built or not. Writes nothing. */
export async function readProject(project: Project, io: Io): Promise<Described> {
  const host = createNodeHost();
  const { plan, diagnostics, isConfigBroken } = await withBuilder(project, io, (builder) => builder.check());
  await reportDiagnostics(diagnostics, { host, root: project.root }, io);
  const written = plan.find(({ path }) => /(^|\/)openapi\.json$/.test(path));
  if (written && !hasErrors(diagnostics)) {
    // Of what has not changed since the last build the text stands on the disk.
    const text = written.text || (await host.readFile(join(project.root, written.path))) || '';
    return { name: 'the procedures', description: parseDescription(text) };
  }
  throw new CliFailure(`The procedures cannot be compiled: ${summarizeDiagnostics(diagnostics)}.`, {
    exitCode: isConfigBroken ? EXIT.usage : EXIT.faults,
    help: 'Fix them, or name a description to compare with: procgen diff <base> <head>',
  });
}
