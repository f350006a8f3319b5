/** What one request took of the server. */
export interface Cost {
  /** `POST /api-keys`, or what else tells requests apart. */
  readonly operation: string;
  /** 0 when no answer came. */
  readonly status: number;
  readonly bytesIn: number;
  readonly bytesOut: number;
  /** How long the event loop of the server worked. */
  readonly loopMs: number;
  /** How long it may work for this request. */
  readonly limitMs: number;
  /** The beginning of the request, or what it is made of. */
  readonly shown: string;
}

/** What requests took, the worst of each operation and status. */
export interface CostReport {
  add(cost: Cost): void;
  /** What took more than it may, one line each; empty when nothing did. */
  findFaults(): readonly string[];
  /** The worst ten by bytes out per byte in, and by event-loop time. */
  print(): string;
}

/** What an answer may have that refuses a request. */
const REFUSAL_BYTES = 64 * 1024;
const WORST = 10;

export function createCostReport(): CostReport {
  const bySize = new Map<string, Cost>();
  const byTime = new Map<string, Cost>();
  // One that takes too much is told of, also when another one is worse by ratio or within a larger limit.
  const tooLarge = new Map<string, Cost>();
  const tooSlow = new Map<string, Cost>();
  const keepWorst = (worst: Map<string, Cost>, cost: Cost, measure: (cost: Cost) => number) => {
    const name = `${cost.operation} ${cost.status}`;
    const other = worst.get(name);
    if (other === undefined || measure(cost) > measure(other)) worst.set(name, cost);
  };
  return {
    add(cost) {
      keepWorst(bySize, cost, ratioOf);
      keepWorst(byTime, cost, timeOf);
      if (cost.status >= 400 && cost.bytesOut > REFUSAL_BYTES)
        keepWorst(tooLarge, cost, ({ bytesOut }) => bytesOut);
      if (cost.loopMs > cost.limitMs) keepWorst(tooSlow, cost, timeOf);
    },
    findFaults: () => [
      ...[...tooLarge.values()].map(
        (cost) => `A refusal of more than ${REFUSAL_BYTES} bytes: ${printCost(cost)}`,
      ),
      ...[...tooSlow.values()].map(
        (cost) => `The event loop worked longer than ${cost.limitMs.toFixed(0)} ms: ${printCost(cost)}`,
      ),
    ],
    print: () =>
      [
        'worst by bytes out per byte in:',
        ...listWorst(bySize, ratioOf),
        'worst by event-loop time:',
        ...listWorst(byTime, timeOf),
      ].join('\n'),
  };
}

function ratioOf({ bytesIn, bytesOut }: Cost): number {
  return bytesOut / Math.max(1, bytesIn);
}

function timeOf({ loopMs }: Cost): number {
  return loopMs;
}

function listWorst(worst: ReadonlyMap<string, Cost>, measure: (cost: Cost) => number): string[] {
  return [...worst.values()]
    .sort((left, right) => measure(right) - measure(left))
    .slice(0, WORST)
    .map((cost) => `  ${printCost(cost)}`);
}

function printCost(cost: Cost): string {
  const { operation, status, bytesIn, bytesOut, loopMs, shown } = cost;
  return `${ratioOf(cost).toFixed(2)} (${bytesOut} B for ${bytesIn} B), ${loopMs.toFixed(1)} ms  ${operation} ${status}  ${shown}`;
}
