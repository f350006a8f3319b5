import type { StoreState } from '../state/store-state.js';
import { printCause } from '../store-error.js';
import type { FileAuditTrail } from './file-audit-trail.js';

/**
 * Moves the pending entries of a written state to the audit log, and returns the state without them. While the log
 * cannot be written, they stay in the state, and the operator is warned once.
 */
export type AuditOutbox = (state: StoreState) => Promise<StoreState>;

export function createAuditOutbox(
  trail: Pick<FileAuditTrail, 'append' | 'appendMissing'>,
  onWarn: (message: string) => void,
): AuditOutbox {
  /** Whether the log may already contain some pending entries, because a previous process or write was interrupted. */
  let mayBeLogged = true;
  let isWarned = false;
  return async (state) => {
    const { pendingAudit } = state;
    try {
      if (mayBeLogged) await trail.appendMissing(pendingAudit);
      else if (pendingAudit.length > 0) await trail.append(...pendingAudit);
    } catch (error) {
      if (!isWarned)
        onWarn(
          `Audit entries are kept in the store until they can be written to the audit log: ${printCause(error)}`,
        );
      mayBeLogged = true;
      isWarned = true;
      return state;
    }
    mayBeLogged = false;
    isWarned = false;
    return pendingAudit.length === 0 ? state : { ...state, pendingAudit: [] };
  };
}
