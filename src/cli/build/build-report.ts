import type { Diagnostic } from '../../compiler/diagnostic.js';
import { printJson } from '../print/print-json.js';

/** What `procgen build --json` prints; the shape is a promise, `version` changes when it breaks. */
export interface BuildReport {
  readonly version: 1;
  readonly ok: boolean;
  readonly durationMs: number;
  /**
   * Relative to the project, with `/`; under `--check` what a build would do. Empty when nothing could be compiled.
   */
  readonly files: readonly { readonly path: string; readonly status: string }[];
  readonly diagnostics: readonly Diagnostic[];
  /** What kept the build from starting. */
  readonly error?: { readonly message: string; readonly help?: string };
}

export function printBuildReport(report: BuildReport): string {
  return printJson(report);
}
