import type { Node } from 'oxc-parser';
import type { Module, Part } from './evaluated-module.js';
import { Pending } from './pending.js';

/** A part that is being evaluated. */
export interface Frame {
  readonly module: Module;
  /** Null if one of the module's exports is being looked up. */
  readonly node: Node | null;
}

export interface Failure {
  readonly error: unknown;
  /** From the part that was requested to the one that threw. */
  readonly chain: readonly Frame[];
}

/** The maximum depth of parts that need each other: less than half of what Node's stack holds. */
const MAX_FRAMES = 200;

/** Runs parts of modules, each once, and the parts that they need. */
export class Evaluation {
  /** Innermost last. */
  readonly #stack: Frame[] = [];
  /** The value to wait for, even if the project's own code caught the error. */
  #pending: Pending<Part> | null = null;
  #failure: Failure | null = null;
  #isEvaluating = false;
  /** The module whose code runs while the stack is empty: it is awaited, or its schemas are being described. */
  #idlePath: string | null = null;
  /** Parts requested too deep in the stack, which run from its bottom instead: once each, so that a cycle ends. */
  readonly #deferred = new Set<Part>();

  readonly #onEvaluate: (path: string | null) => void;

  /** `onEvaluate` receives the module whose code runs, or null. */
  constructor(onEvaluate: (path: string | null) => void = () => {}) {
    this.#onEvaluate = onEvaluate;
  }

  /** Whether a request from outside is evaluated. Code that continues after an `await` runs between such requests. */
  get isEvaluating(): boolean {
    return this.#isEvaluating;
  }

  /** The part that is running, and its module. */
  get runningPart(): { readonly module: Module; readonly node: Node } | undefined {
    const frame = this.#stack.findLast(({ node }) => node !== null);
    return frame?.node ? { module: frame.module, node: frame.node } : undefined;
  }

  /**
   * Returns the result of `evaluate`, which may run the project's code, and calls it again after each value that must
   * be awaited. `path` is the module whose code `evaluate` itself runs.
   */
  async settle<T>(evaluate: () => T, path: string | null = null): Promise<T> {
    try {
      for (;;) {
        this.#stack.length = 0;
        this.#failure = null;
        this.#isEvaluating = true;
        this.#reportProgress(path);
        try {
          return this.runOrSuspend(evaluate);
        } catch (error) {
          if (!(error instanceof Pending)) throw error;
          this.#pending = null;
          this.#isEvaluating = false;
          this.#reportProgress(error.path);
          await error.settled;
        } finally {
          this.#isEvaluating = false;
        }
      }
    } finally {
      this.#reportProgress(null);
    }
  }

  #reportProgress(idlePath = this.#idlePath): void {
    this.#idlePath = idlePath;
    this.#onEvaluate(this.#stack.at(-1)?.module.path ?? idlePath);
  }

  /** Like `settle`, for the project's code that continues after an `await`. */
  async settleContinuation<T>(evaluate: () => T): Promise<T> {
    for (;;) {
      try {
        return this.runOrSuspend(evaluate);
      } catch (error) {
        if (!(error instanceof Pending)) throw error;
        this.#pending = null;
        await error.settled;
      }
    }
  }

  /** Returns the result of `load`, and attributes a `Pending` that it throws to the running part. */
  load<T>(load: () => T): T {
    try {
      return load();
    } catch (error) {
      throw error instanceof Pending ? this.suspend(error.settled) : error;
    }
  }

  /** Runs code that may throw a `Pending` or may have caught one, and throws it in either case. */
  runOrSuspend<T>(run: () => T): T {
    const value = run();
    const pending = this.#pending;
    this.#pending = null;
    if (pending) throw pending;
    return value;
  }

  /** Returns the error to throw until `settled` resolves. */
  suspend(settled: Promise<unknown>, part?: Part): Pending<Part> {
    this.#pending ??= new Pending(settled, part, this.#stack.at(-1)?.module.path);
    return this.#pending;
  }

  /** Calls `run` with `frame` on the stack. */
  withFrame<T>(frame: Frame, run: () => T): T {
    const { length } = this.#stack;
    this.#stack.push(frame);
    this.#onEvaluate(frame.module.path);
    frame.module.depth += frame.node ? 1 : 0;
    try {
      return run();
    } finally {
      frame.module.depth -= frame.node ? 1 : 0;
      this.#stack.length = length;
      this.#reportProgress();
    }
  }

  /** Returns where an error was first thrown. */
  failureOf(error: unknown): Failure {
    const known = this.#failure;
    if (known && known.error === error) return known;
    const failure = { error, chain: [...this.#stack] };
    this.#failure = failure;
    return failure;
  }

  /** Records where an error is thrown, and returns it. */
  fail<T>(error: T): T {
    this.failureOf(error);
    return error;
  }

  /** Returns the result of a part, which runs on first use. */
  run(module: Module, part: Part): unknown {
    switch (part.state) {
      case 'done':
        return part.value;
      case 'waiting':
        throw this.suspend(part.value as Promise<unknown>, part);
      case 'failed': {
        const { error, chain } = part.value as Failure;
        this.#failure = { error, chain: [...this.#stack, ...chain] };
        throw error;
      }
      case 'running':
        throw createUninitializedError(module);
    }
    if (this.#stack.length > MAX_FRAMES && !this.#deferred.has(part)) {
      this.#deferred.add(part);
      // A failure is stored, and thrown whenever the part is requested.
      const result = Promise.resolve().then(() => this.settle(() => this.run(module, part)));
      throw this.suspend(
        result.catch(() => {}),
        part,
      );
    }
    const frame = { module, node: part.node };
    part.state = 'running';
    return this.withFrame(frame, () => {
      try {
        const { run, isAsync } = this.load(() => module.compiler.compile(part.source));
        if (isAsync) throw this.suspend(this.#runAsync(frame, part, run), part);
        part.value = this.runOrSuspend(run);
        part.state = 'done';
        return part.value;
      } catch (error) {
        if (!(error instanceof Pending)) throw this.#failPart(frame, part, error);
        if (part.state === 'running') part.state = 'new';
        throw error;
      }
    });
  }

  /** Runs a part that awaits. The promise never rejects; it resolves when the part can be requested again. */
  #runAsync(frame: Frame, part: Part, run: () => unknown): Promise<void> {
    const result = run() as Promise<unknown>;
    const caught = this.#pending;
    this.#pending = null;
    const fail = (error: unknown) => void this.withFrame(frame, () => this.#failPart(frame, part, error));
    const runAgain = async (pending: Pending<Part>): Promise<void> => {
      if (this.#pending === pending) this.#pending = null;
      if (isWaitingFor(pending.part, part)) return fail(createUninitializedError(frame.module));
      part.awaitedPart = pending.part;
      await pending.settled;
      Object.assign(part, { state: 'new', awaitedPart: undefined });
    };
    const waiting = result.then(
      async (value) => {
        if (caught) await runAgain(caught);
        else Object.assign(part, { state: 'done', value });
      },
      async (error) => (error instanceof Pending ? runAgain(error) : fail(error)),
    );
    Object.assign(part, { state: 'waiting', value: waiting });
    return waiting;
  }

  #failPart(frame: Frame, part: Part, error: unknown): unknown {
    const { chain } = this.failureOf(error);
    const value: Failure = { error, chain: chain.slice(this.#stack.indexOf(frame)) };
    Object.assign(part, { state: 'failed', value });
    return error;
  }
}

function isWaitingFor(part: Part | undefined, other: Part): boolean {
  return part !== undefined && (part === other || isWaitingFor(part.awaitedPart, other));
}

function createUninitializedError({ path }: Module): ReferenceError {
  return new ReferenceError(`A name of ${path} is used before it has a value.`);
}
