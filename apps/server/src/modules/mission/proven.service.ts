import { completionSlot, validOpening, LINK_WAIT_MS } from '@solstice/rules/mission'
import { traceMission, type Evidence } from '@solstice/rules/mission-credit'
import { startOfNextDay } from '@solstice/rules/programme-day'
import { shownAction } from '@solstice/rules/signing/contract-action'
import { inLanguage } from '#/modules/season/programme.service.ts'
import { loadMember } from '#/modules/users/users.service.ts'
import type { Db } from '#/platform/process/db.ts'
import { assertAvailable, award, bonusOf, inSeason, timeOf } from './award.service.ts'
import type { DetailOf, ExecuteContext, Running, Shown } from './mission-type.ts'
import { requireProof } from './proof.service.ts'

type Proof = DetailOf<'EARN'>['proof']

/**
 * Returns the proof the member must provide. The code and the details of the on-chain check are not
 * exposed.
 */
export async function proofDetail(ctx: ExecuteContext, shown: Shown): Promise<{ proof: Proof }> {
  return { proof: await proofView(ctx, shown) }
}

async function proofView(ctx: ExecuteContext, shown: Shown): Promise<Proof> {
  const { memberId, mission, states, language, now } = shown
  const { proof, repeat } = mission
  switch (proof?.kind) {
    case 'LINK': {
      const lastOpenedAt = states.missions.get(mission.missionId)?.openedAt
      const openedAt = validOpening(repeat, lastOpenedAt, now)
      const waitSeconds = LINK_WAIT_MS / 1000
      return { kind: proof.kind, waitSeconds, openedAt: openedAt?.toISOString() ?? null }
    }
    case 'ONCHAIN': {
      const { kind, chainId, requirement, check } = proof
      const action =
        check.kind === 'CALLED'
          ? shownAction(check, (written) => inLanguage(written, language))
          : undefined
      return {
        kind,
        chainId,
        requirement: inLanguage(requirement, language),
        check: check.kind,
        hasWallet: (await loadMember(ctx, memberId)).walletAddress !== null,
        ...(action && { action }),
      }
    }
    case 'CODE':
      return { kind: proof.kind }
    case undefined:
      throw new Error(`Mission ${mission.missionId} has no proof`)
  }
}

/** Completes a mission that requires a proof. */
export async function completeProven(tx: Db, ctx: ExecuteContext, running: Running) {
  const { programme, mission, state, now } = running
  assertAvailable(running)
  const { partnerCode } = running.body
  const { openedAt } = state
  const address = requireProof(mission, { openedAt, partnerCode, chain: running.chain }, now)

  const { xp, trace } = traceMission(
    { rewardXp: mission.rewardXp ?? 0, repeat: mission.repeat },
    evidenceOf(running),
    bonusOf(running),
    now,
  )
  const { baseXp, levelBonusXp, tierBonusXp, totalXp } = xp
  const done = await award(tx, ctx, running, {
    kind: 'MISSION',
    xp: totalXp,
    slot: completionSlot(mission.repeat, now),
    historyData: { baseXp, levelBonusXp, tierBonusXp },
    trace,
    ...(address === undefined ? {} : { address }),
  })
  const tomorrow = inSeason(programme, startOfNextDay(now))
  const nextAvailableAt = mission.repeat === 'DAILY' ? timeOf(tomorrow) : null
  return { ...done, baseXp, levelBonusXp, tierBonusXp, nextAvailableAt }
}

/** Returns how the mission was proven. The code and the wallet stay out of the history. */
function evidenceOf({ mission, state }: Running): Evidence {
  const { proof } = mission
  if (!proof) throw new Error(`Mission ${mission.missionId} has no proof`)
  if (proof.kind !== 'LINK' || !state.openedAt) return { proof: proof.kind }
  return { proof: proof.kind, openedAt: state.openedAt.toISOString() }
}
