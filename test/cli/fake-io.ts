import type { Builder, Project } from '../../src/build/builder.js';
import { createBuilder } from '../../src/build/create-builder.js';
import type { Io, StopSignal, Terminal } from '../../src/cli/io.js';
import { createNodeHost } from '../../src/cli/node-host.js';

/** A process that is not one: what is written is kept, signals and crashes come when a test sends them. */
export class FakeIo implements Io {
  out = '';
  err = '';
  readonly env: Record<string, string | undefined>;
  readonly cwd: string;
  readonly startedAt = performance.now();
  readonly terminal: Terminal | null;
  readonly stdout;
  readonly stderr;
  readonly log;
  readonly #signalListeners = new Set<(signal: StopSignal) => void>();
  readonly #crashListeners = new Set<(error: unknown) => void>();
  readonly #watchers = new Set<() => void>();

  constructor(
    cwd: string,
    options: { env?: Record<string, string>; isTTY?: boolean; terminal?: Terminal } = {},
  ) {
    this.cwd = cwd;
    this.env = options.env ?? {};
    this.terminal = options.terminal ?? null;
    const isTTY = options.isTTY ?? false;
    this.stdout = { isTTY, write: (text: string) => this.#note('out', text) };
    this.log = this.stdout;
    this.stderr = { isTTY, write: (text: string) => this.#note('err', text) };
  }

  onSignal(listener: (signal: StopSignal) => void): () => void {
    this.#signalListeners.add(listener);
    return () => this.#signalListeners.delete(listener);
  }

  onCrash(listener: (error: unknown) => void): () => void {
    this.#crashListeners.add(listener);
    return () => this.#crashListeners.delete(listener);
  }

  /** This very process goes on. */
  forceExitAfter(): void {}

  /** In this very thread. */
  async startBuilder(project: Project): Promise<Builder> {
    return createBuilder(createNodeHost(), project);
  }

  enableSourceMaps(): void {}

  signal(signal: StopSignal): void {
    for (const listener of this.#signalListeners) listener(signal);
  }

  crash(error: unknown): void {
    for (const listener of this.#crashListeners) listener(error);
  }

  /** Resolves with the match as soon as stderr has one. */
  seen(pattern: RegExp): Promise<RegExpExecArray> {
    return new Promise((resolve) => {
      const look = () => {
        const match = pattern.exec(this.err);
        if (!match) return;
        this.#watchers.delete(look);
        resolve(match);
      };
      this.#watchers.add(look);
      look();
    });
  }

  #note(stream: 'out' | 'err', text: string): void {
    this[stream] += text;
    for (const watcher of [...this.#watchers]) watcher();
  }
}
