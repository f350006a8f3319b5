import type { Builder } from '../../build/builder.js';
import type { Io } from '../io.js';
import type { Project } from '../open-project.js';
import { readEnvOptions } from '../read-env-options.js';

/** Opens a builder of a project with the environment's overrides. */
export function openBuilder(project: Project, io: Io): Promise<Builder> {
  return io.startBuilder({ ...project, overrides: readEnvOptions(io.env) });
}

/** Runs one task with a builder, and closes it. */
export async function withBuilder<Result>(
  project: Project,
  io: Io,
  work: (builder: Builder) => Promise<Result>,
): Promise<Result> {
  const builder = await openBuilder(project, io);
  try {
    return await work(builder);
  } finally {
    await builder.close();
  }
}
