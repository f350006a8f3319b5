import type { AuditEntry, AuditTrail, AuditValue } from '../stores/audit-trail.js';
import { printCause } from '../stores/store-error.js';
import type { AuditLog, AuditSubject } from './audit-log.js';
import type { ChangeOrigin } from './change-origin.js';
import { createRefusalCounter } from './create-refusal-counter.js';
import { redactKeys } from './key-format.js';

const WARNING_INTERVAL_MS = 60_000;

export interface AuditLogOptions {
  readonly trail: AuditTrail;
  readonly now: () => number;
  readonly onWarn: (message: string) => void;
}

/** Creates the audit log over a trail. */
export function createAuditLog({ trail, now, onWarn }: AuditLogOptions): AuditLog {
  const warnOfLoss = createLossWarning(onWarn);

  function describe(event: string, origin: ChangeOrigin, subject: AuditSubject): AuditEntry {
    const { key = null, user = null, ...details } = subject;
    const { actor, parentKey, address, requestId } = origin;
    return redact({
      time: new Date(now()).toISOString(),
      event,
      actor,
      actorKey: parentKey?.id,
      key,
      user,
      ...details,
      address,
      requestId,
    });
  }

  const refusals = createRefusalCounter((event, origin, count) =>
    trail.append(describe(event, origin, { count })).catch(warnOfLoss),
  );
  return { describe, noteRefusal: refusals.count, close: refusals.close };
}

/** A request id comes from the caller, and so may contain a key that was sent in the wrong header. */
function redact(entry: AuditEntry): AuditEntry {
  const redactValue = (value: AuditValue) => {
    if (typeof value === 'string') return redactKeys(value);
    return Array.isArray(value) ? value.map((item) => redactKeys(String(item))) : value;
  };
  return Object.fromEntries(
    Object.entries(entry).map(([name, value]) => [name, redactValue(value)]),
  ) as unknown as AuditEntry;
}

/** Warns of the first lost entry, then at most once a minute, with the number of all lost since the start. */
function createLossWarning(onWarn: (message: string) => void): (error: unknown) => void {
  let lost = 0;
  let isThrottled = false;
  return (error) => {
    lost += 1;
    if (isThrottled) return;
    isThrottled = true;
    setTimeout(() => {
      isThrottled = false;
    }, WARNING_INTERVAL_MS).unref();
    onWarn(`Audit log entries were lost (${lost} since the start): ${printCause(error)}`);
  };
}
