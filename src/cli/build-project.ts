import type { Compilation } from '../compiler/compile.js';
import type { Host } from '../compiler/host.js';
import { applyPlan } from '../compiler/write/apply-plan.js';
import { bundleServer } from '../compiler/write/bundle-server.js';
import { type PlannedWrite, planWrites } from '../compiler/write/plan-writes.js';
import { refuseForeignFiles } from './build/refuse-foreign-files.js';
import { hasErrors } from './build/report-diagnostics.js';
import { compileProject } from './compile-project.js';
import type { Io } from './io.js';
import type { Project } from './open-project.js';

/** A compilation and what became, or would become, of the generated files. */
export interface ProjectBuild extends Compilation {
  /** The generated files; empty when there is an error. */
  readonly plan: readonly PlannedWrite[];
}

/** Compiles a project and writes what changed, the server bundle included; nothing when anything is wrong. */
export async function buildProject(host: Host, project: Project, io: Io): Promise<ProjectBuild> {
  const compilation = await compileProject(host, project, io);
  if (hasErrors(compilation.diagnostics)) return { ...compilation, plan: [] };
  const server = await bundleServer(host, project.root, compilation);
  const diagnostics = [...compilation.diagnostics, ...server.diagnostics];
  if (hasErrors(diagnostics)) return { ...compilation, diagnostics, plan: [] };
  const plan = await planWrites(host, project.root, compilation.files);
  refuseForeignFiles(plan);
  await applyPlan(host, project.root, plan);
  await applyPlan(host, project.root, await planWrites(host, project.root, server.files));
  return { ...compilation, diagnostics, plan };
}

/** Compiles a project and says what a build would write. */
export async function checkProject(host: Host, project: Project, io: Io): Promise<ProjectBuild> {
  const compilation = await compileProject(host, project, io);
  const hasFailed = hasErrors(compilation.diagnostics);
  const plan = hasFailed ? [] : await planWrites(host, project.root, compilation.files);
  refuseForeignFiles(plan);
  return { ...compilation, plan };
}
