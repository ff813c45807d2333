import type { CallData } from '@solstice/contract/wire'
import { LINK_WAIT_MS, validOpening, verifyLink } from '@solstice/rules/mission'
import type { Texts } from '@solstice/rules/missions/mission-plan'
import { shownAction } from '@solstice/rules/signing/contract-action'
import { programmeDayOf, startOfNextDay } from '@solstice/rules/programme-day'
import { changeMission, missionStateOf } from '#/preview/preview-member.ts'
import { inLanguage } from '#/preview/programme.ts'
import {
  assertAvailable,
  award,
  inSeason,
  timeOf,
  unavailable,
  withMemberBonuses,
  type ExecuteBody,
  type Shown,
} from './mission-preview.ts'

/** Two types share these proofs, and only their details have one. */
type Proof = Extract<CallData<'mission.show'>, { proof: unknown }>['proof']

/** Returns the proof that the member must provide, without what only the server knows. */
export function proofDetail({ state, mission, now }: Shown): { proof: Proof } {
  const { proof, repeat } = mission
  switch (proof?.kind) {
    case 'ONCHAIN': {
      const { kind, chainId, requirement, check } = proof
      const written = (texts: Texts) => inLanguage(texts, state.language)
      const action = check.kind === 'CALLED' ? shownAction(check, written) : undefined
      const requires = written(requirement)
      return {
        proof: {
          kind,
          chainId,
          requirement: requires,
          check: check.kind,
          hasWallet: false,
          ...(action && { action }),
        },
      }
    }
    case 'CODE':
      return { proof: { kind: proof.kind } }
    case 'LINK':
    // A mission without a proof cannot be published; its screen shows the most common one.
    case undefined: {
      const openedAt = validOpening(
        repeat,
        missionStateOf(state.member, mission.missionId).openedAt,
        now,
      )
      const waitSeconds = LINK_WAIT_MS / 1000
      return { proof: { kind: 'LINK', waitSeconds, openedAt: timeOf(openedAt) } }
    }
  }
}

export function completeProven(shown: Shown, { partnerCode = '' }: ExecuteBody) {
  const { state, mission, now } = shown
  assertAvailable(shown)
  requireProof(shown, partnerCode)
  const baseXp = mission.rewardXp ?? 0
  const { totalXp, levelBonusXp, tierBonusXp } = withMemberBonuses(state, baseXp)
  changeMission(state.member, mission.missionId, { lastDay: programmeDayOf(now) })
  const next =
    mission.repeat === 'DAILY' ? inSeason(state.programme, startOfNextDay(now)) : undefined
  return {
    ...award(shown, { xp: totalXp }),
    baseXp,
    levelBonusXp,
    tierBonusXp,
    nextAvailableAt: timeOf(next),
  }
}

function requireProof({ state, mission, now }: Shown, partnerCode: string): void {
  const { proof, missionId, repeat } = mission
  if (proof?.kind === 'CODE') {
    const isRight = partnerCode.trim().toUpperCase() === proof.code.trim().toUpperCase()
    if (!isRight) throw unavailable('CODE_WRONG')
    return
  }
  // The member of the preview has no wallet.
  if (proof?.kind === 'ONCHAIN') throw unavailable('WALLET_MISSING')
  const verdict = verifyLink(repeat, missionStateOf(state.member, missionId).openedAt, now)
  if (verdict === 'not-opened') throw unavailable('LINK_NOT_OPENED')
  if (verdict === 'too-recently') throw unavailable('LINK_OPENED_TOO_RECENTLY')
}
