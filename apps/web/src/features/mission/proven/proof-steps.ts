import type { StepState } from '#/ui/step-list.tsx'
import type { ProofMission } from '#/features/mission/api.ts'

export type ProofStepName =
  | 'open'
  | 'read'
  | 'stay'
  | 'claim'
  | 'find'
  | 'enter'
  | 'wallet'
  | 'hold'
  | 'call'
  | 'check'

export type ProofStep = { name: ProofStepName; state: Exclude<StepState, 'failed'> }

/** State that only the screen knows. */
type Moment = { nowMs: number; hasTypedCode: boolean }

/** Returns the steps of a proof with the member's progress. */
export function proofSteps(mission: ProofMission, moment: Moment): ProofStep[] {
  const names = stepNames(mission)
  const done = mission.completed ? names.length : stepsDone(mission, moment)
  const canGoOn = mission.available && !mission.completed
  return names.map((name, at) => ({
    name,
    state: at < done ? 'done' : at === done && canGoOn ? 'now' : 'later',
  }))
}

function stepNames({ proof, linkUrl }: ProofMission): ProofStepName[] {
  switch (proof.kind) {
    case 'LINK':
      return [hostOf(linkUrl) ? 'open' : 'read', 'stay', 'claim']
    case 'CODE':
      return ['find', 'enter']
    case 'ONCHAIN':
      return ['wallet', proof.check === 'HOLDS' ? 'hold' : 'call', 'check']
  }
}

function stepsDone({ proof, available }: ProofMission, { nowMs, hasTypedCode }: Moment): number {
  switch (proof.kind) {
    case 'LINK':
      if (!proof.openedAt) return 0
      return nowMs >= readyAtMs(proof) ? 2 : 1
    case 'CODE':
      return available && hasTypedCode ? 1 : 0
    case 'ONCHAIN':
      return proof.hasWallet ? 1 : 0
  }
}

type LinkProof = Extract<ProofMission['proof'], { kind: 'LINK' }>

/** Returns when an opened link has been open long enough; 0 if it was not opened. */
export function readyAtMs({ openedAt, waitSeconds }: LinkProof): number {
  return openedAt ? Date.parse(openedAt) + waitSeconds * 1000 : 0
}

/** Returns the host of a URL; undefined for a path of the app. */
export function hostOf(url: string | null): string | undefined {
  return url && URL.canParse(url) ? new URL(url).host.replace(/^www\./, '') : undefined
}
