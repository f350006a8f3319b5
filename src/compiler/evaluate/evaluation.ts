import type { Node } from 'oxc-parser';
import type { Module, Part } from './evaluated-module.js';
import { Pending } from './pending.js';

/** What is being evaluated. */
export interface Frame {
  readonly module: Module;
  /** Null where one of its exports is looked up. */
  readonly node: Node | null;
}

export interface Failure {
  readonly error: unknown;
  /** From what was asked for down to what threw. */
  readonly chain: readonly Frame[];
}

/** So many parts may ask for each other in turn: less than half of what Node's stack holds. */
const MOST_FRAMES = 200;

/** Runs parts of modules, each once, and whatever they ask for before they go on. */
export class Evaluation {
  /** The innermost last. */
  readonly #stack: Frame[] = [];
  /** What has to be waited for, also where the project's own code caught it. */
  #pending: Pending<Part> | null = null;
  #failure: Failure | null = null;
  #isLooking = false;
  /** The module whose code runs while nothing is on the stack: one that is waited for, or whose schemas are described. */
  #beside: string | null = null;
  /** What was asked for too deep in the stack, and is run from its bottom: once, so that a circle comes to its end. */
  readonly #deferred = new Set<Part>();

  readonly #onEvaluate: (path: string | null) => void;

  /** `onEvaluate` is told whose code runs; null when none does. */
  constructor(onEvaluate: (path: string | null) => void = () => {}) {
    this.#onEvaluate = onEvaluate;
  }

  /** Whether somebody outside asks; what goes on after it has awaited does so in between. */
  get isLooking(): boolean {
    return this.#isLooking;
  }

  /** The part of a module that is being run, and where it begins. */
  get asking(): { readonly module: Module; readonly node: Node } | undefined {
    const frame = this.#stack.findLast(({ node }) => node !== null);
    return frame?.node ? { module: frame.module, node: frame.node } : undefined;
  }

  /**
   * What `look` gives, which may run code of the project's that asks for more: again, where something is to be waited for.
   * `path` is the module whose code `look` runs itself.
   */
  async settle<T>(look: () => T, path: string | null = null): Promise<T> {
    try {
      for (;;) {
        this.#stack.length = 0;
        this.#failure = null;
        this.#isLooking = true;
        this.#tell(path);
        try {
          return this.demand(look);
        } catch (error) {
          if (!(error instanceof Pending)) throw error;
          this.#pending = null;
          this.#isLooking = false;
          this.#tell(error.path);
          await error.settled;
        } finally {
          this.#isLooking = false;
        }
      }
    } finally {
      this.#tell(null);
    }
  }

  #tell(beside = this.#beside): void {
    this.#beside = beside;
    this.#onEvaluate(this.#stack.at(-1)?.module.path ?? beside);
  }

  /** The same, from code of the project's that goes on after it has awaited. */
  async settleBeside<T>(look: () => T): Promise<T> {
    for (;;) {
      try {
        return this.demand(look);
      } catch (error) {
        if (!(error instanceof Pending)) throw error;
        this.#pending = null;
        await error.settled;
      }
    }
  }

  /** What `load` gives, which may throw a `Pending` that knows nothing of who asks. */
  load<T>(load: () => T): T {
    try {
      return load();
    } catch (error) {
      throw error instanceof Pending ? this.suspend(error.settled) : error;
    }
  }

  /** Runs what may throw a `Pending`, or have caught one. */
  demand<T>(run: () => T): T {
    const value = run();
    const pending = this.#pending;
    this.#pending = null;
    if (pending) throw pending;
    return value;
  }

  /** What is thrown until `settled`. */
  suspend(settled: Promise<unknown>, part?: Part): Pending<Part> {
    this.#pending ??= new Pending(settled, part, this.#stack.at(-1)?.module.path);
    return this.#pending;
  }

  /** Runs `run`, where what it asks for is asked for by `frame`. */
  within<T>(frame: Frame, run: () => T): T {
    const { length } = this.#stack;
    this.#stack.push(frame);
    this.#onEvaluate(frame.module.path);
    frame.module.depth += frame.node ? 1 : 0;
    try {
      return run();
    } finally {
      frame.module.depth -= frame.node ? 1 : 0;
      this.#stack.length = length;
      this.#tell();
    }
  }

  /** Where something was thrown first. */
  failureOf(error: unknown): Failure {
    const known = this.#failure;
    if (known && known.error === error) return known;
    const failure = { error, chain: [...this.#stack] };
    this.#failure = failure;
    return failure;
  }

  /** Notes where something is thrown, and gives it back. */
  fail<T>(error: T): T {
    this.failureOf(error);
    return error;
  }

  /** What a part comes to. It runs when it is first asked for. */
  run(module: Module, part: Part): unknown {
    switch (part.state) {
      case 'made':
        return part.value;
      case 'waiting':
        throw this.suspend(part.value as Promise<unknown>, part);
      case 'failed': {
        const { error, chain } = part.value as Failure;
        this.#failure = { error, chain: [...this.#stack, ...chain] };
        throw error;
      }
      case 'running':
        throw notYet(module);
    }
    if (this.#stack.length > MOST_FRAMES && !this.#deferred.has(part)) {
      this.#deferred.add(part);
      // A failure is kept, and thrown to who asks for the part.
      const made = Promise.resolve().then(() => this.settle(() => this.run(module, part)));
      throw this.suspend(
        made.catch(() => {}),
        part,
      );
    }
    const frame = { module, node: part.node };
    part.state = 'running';
    return this.within(frame, () => {
      try {
        const { run, isAsync } = this.load(() => module.compiler.compile(part.source));
        if (isAsync) throw this.suspend(this.#runLater(frame, part, run), part);
        part.value = this.demand(run);
        part.state = 'made';
        return part.value;
      } catch (error) {
        if (!(error instanceof Pending)) throw this.#failPart(frame, part, error);
        if (part.state === 'running') part.state = 'new';
        throw error;
      }
    });
  }

  /** Runs a part that awaits. The promise, which never rejects, is there when the part can be asked again. */
  #runLater(frame: Frame, part: Part, run: () => unknown): Promise<void> {
    const made = run() as Promise<unknown>;
    const caught = this.#pending;
    this.#pending = null;
    const fail = (error: unknown) => void this.within(frame, () => this.#failPart(frame, part, error));
    const runAgain = async (pending: Pending<Part>): Promise<void> => {
      if (this.#pending === pending) this.#pending = null;
      if (isWaitingFor(pending.part, part)) return fail(notYet(frame.module));
      part.waitsFor = pending.part;
      await pending.settled;
      Object.assign(part, { state: 'new', waitsFor: undefined });
    };
    const waiting = made.then(
      async (value) => {
        if (caught) await runAgain(caught);
        else Object.assign(part, { state: 'made', value });
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
  return part !== undefined && (part === other || isWaitingFor(part.waitsFor, other));
}

function notYet({ path }: Module): ReferenceError {
  return new ReferenceError(`A name of ${path} is used before it has a value.`);
}
