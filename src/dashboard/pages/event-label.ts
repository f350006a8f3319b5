import type { AuditEvent } from '../../keys/audit-log.js';
import type { MessageKey, Translate } from '../messages.js';

const LABELS: Readonly<Record<AuditEvent, MessageKey>> = {
  'key.created': 'activity.keyCreated',
  'key.rotated': 'activity.keyRotated',
  'key.changed': 'activity.keyChanged',
  'key.disabled': 'activity.keyDisabled',
  'key.enabled': 'activity.keyEnabled',
  'key.deleted': 'activity.keyDeleted',
  'user.created': 'activity.userCreated',
  'user.signed-in': 'activity.signedIn',
  'user.signed-out': 'activity.signedOut',
  'user.signed-out-everywhere': 'activity.signedOutEverywhere',
  'session.ended': 'activity.sessionEnded',
  'sign-in-link.created': 'activity.linkCreated',
  'sign-in-link.used': 'activity.linkUsed',
};

/** The label of an audit event; the event itself if a newer procgen wrote it. */
export function printEvent(t: Translate, event: string): string {
  return isKnown(event) ? t(LABELS[event]) : event;
}

function isKnown(event: string): event is AuditEvent {
  return Object.hasOwn(LABELS, event);
}
