import { CliFailure } from '../cli-failure.js';
import type { Io } from '../io.js';
import type { Project } from '../open-project.js';
import type { BuildReply, BuiltProject } from './build-reply.js';
import { type Builder, startBuilder } from './start-builder.js';

/** What a watch begins with. */
export interface FirstBuild {
  readonly builder: Builder;
  readonly reply: BuildReply;
  readonly build: BuiltProject;
  /** Resolves when the watch is to end. */
  readonly signal: Promise<null>;
}

/**
 * The build before anything is watched; null when a signal came first. Throws what keeps the build from starting: before
 * anything is watched there is nothing to wait for.
 */
export async function buildFirst(project: Project, io: Io): Promise<FirstBuild | null> {
  const signal = new Promise<null>((resolve) => void io.onSignal(() => resolve(null)));
  const builder = startBuilder(project);
  const reply = await Promise.race([builder.build(), signal]);
  if (reply === null) {
    await builder.close();
    return null;
  }
  return { builder, reply, build: requireBuild(reply), signal };
}

function requireBuild(reply: BuildReply): BuiltProject {
  if (reply.kind === 'built') return reply.build;
  if (reply.kind === 'refused') throw new CliFailure(reply.message, { help: reply.help });
  throw Object.assign(new Error('The build failed.'), { stack: reply.stack });
}
