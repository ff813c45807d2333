import type { Recovery } from './api.ts'

export type StepKind =
  | 'compare'
  | 'look'
  | 'stopAll'
  | 'wait'
  | 'adopt'
  | 'resend'
  | 'confirmations'
  | 'giveUp'
  | 'cancellation'
  | 'restoreKey'
  | 'unfreeze'

export type RecoveryStep = {
  kind: StepKind
  /** A blocked step waits for an earlier one. */
  state: 'done' | 'now' | 'blocked'
  /** Why the step is blocked. */
  why?: NonNullable<Recovery['adoptObstacle']> | 'STOPPED' | 'GIVE_UP_FIRST'
}

/** Returns the steps of the case that applies now. Each says whether it is done, due or blocked. */
export function stepsOf(recovery: Recovery): RecoveryStep[] {
  const { isStopped, inFlight } = recovery
  const wait: RecoveryStep = { kind: 'wait', state: inFlight.length === 0 ? 'done' : 'now' }
  switch (recovery.case) {
    case 'KEY_USED_ELSEWHERE':
      return [
        { kind: 'look', state: 'now' },
        { kind: 'stopAll', state: isStopped ? 'done' : 'now' },
        wait,
        adoptStep(recovery),
      ]
    case 'ROLLED_BACK':
      return [
        { kind: 'resend', state: 'now' },
        { kind: 'confirmations', state: 'now' },
        wait,
        adoptStep(recovery),
      ]
    case 'NONCE_TAKEN': {
      const isCancel = inFlight.some(({ isLost, purpose }) => isLost && purpose === 'CANCEL')
      return [
        { kind: 'look', state: 'now' },
        { kind: isCancel ? 'cancellation' : 'giveUp', state: 'now' },
        { kind: 'unfreeze', state: 'blocked', why: 'GIVE_UP_FIRST' },
      ]
    }
    case 'OTHER_ACCOUNT':
      return [
        { kind: 'restoreKey', state: inFlight.length === 0 ? 'done' : 'now' },
        wait,
        adoptStep(recovery),
      ]
    case 'OPERATOR':
    case 'AGREES':
      return [
        { kind: 'compare', state: 'done' },
        { kind: 'unfreeze', state: 'now' },
      ]
  }
}

function adoptStep({ adoptObstacle }: Recovery): RecoveryStep {
  if (adoptObstacle === null) return { kind: 'adopt', state: 'now' }
  return { kind: 'adopt', state: 'blocked', why: adoptObstacle }
}
