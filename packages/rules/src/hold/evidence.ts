/**
 * The signals that link accounts. `DEVICE` and `NETWORK` are what a family shares too, so they only
 * support other signals.
 */
export const HOLD_SIGNALS = ['FUNDING', 'DEVICE', 'EMAIL', 'NETWORK', 'RHYTHM', 'STAR'] as const
export type HoldSignal = (typeof HOLD_SIGNALS)[number]

/**
 * The classes of evidence that members read. A class names the subject, never the signal, so that
 * it does not teach anybody which signal to avoid.
 */
export const EVIDENCE_CLASSES = ['MONEY', 'SIGN_UP', 'ACTIVITY', 'INVITES'] as const
export type EvidenceClass = (typeof EVIDENCE_CLASSES)[number]

const CLASS_OF: Record<HoldSignal, EvidenceClass> = {
  FUNDING: 'MONEY',
  DEVICE: 'SIGN_UP',
  EMAIL: 'SIGN_UP',
  NETWORK: 'SIGN_UP',
  RHYTHM: 'ACTIVITY',
  STAR: 'INVITES',
}

export function evidenceClassOf(signal: HoldSignal): EvidenceClass {
  return CLASS_OF[signal]
}

/** Returns the classes of some signals in their fixed order, each once. */
export function evidenceClassesOf(signals: readonly HoldSignal[]): EvidenceClass[] {
  const found = new Set(signals.map(evidenceClassOf))
  return EVIDENCE_CLASSES.filter((name) => found.has(name))
}
