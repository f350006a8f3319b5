import { compile } from '../../compiler/compile.js';
import { applyPlan } from '../../compiler/write/apply-plan.js';
import { buildServerBundle } from '../../compiler/write/build-server-bundle.js';
import { planWrites } from '../../compiler/write/plan-writes.js';
import { hasErrors, reportDiagnostics } from '../build/report-diagnostics.js';
import { EXIT } from '../exit-code.js';
import type { Io } from '../io.js';
import { createNodeHost } from '../node-host.js';
import type { Project } from '../open-project.js';
import { summarizeDiagnostics } from '../print/summarize-diagnostics.js';
import { readEnvOptions } from '../read-env-options.js';

/** Builds what development mode serves. Not 0 when there are faults, which have been told by then. */
export async function rebuildServer(project: Project, io: Io): Promise<number> {
  const host = createNodeHost();
  const compilation = await compile(host, { ...project, overrides: readEnvOptions(io.env) });
  const { diagnostics, files, isConfigBroken } = compilation;
  await reportDiagnostics(diagnostics, { host, root: project.root }, io);
  if (hasErrors(diagnostics)) {
    io.stderr.write(`${summarizeDiagnostics(diagnostics)}; the server was not started.\n`);
    return isConfigBroken ? EXIT.usage : EXIT.faults;
  }
  await applyPlan(host, project.root, await planWrites(host, project.root, files));
  await buildServerBundle(host, { root: project.root, compilation });
  return EXIT.fine;
}
