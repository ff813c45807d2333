import { createHash, timingSafeEqual } from 'node:crypto'
import { Code } from '@solstice/contract/codes'
import { verifyLink, type LinkVerdict } from '@solstice/rules/mission'
import type { PlannedMission } from '@solstice/rules/season-plan'
import {
  loadProgramme,
  cachedProgramme,
  type Programme,
} from '#/modules/season/programme.service.ts'
import type { AppContext } from '#/platform/process/context.ts'
import { refuse, type Refusal } from '#/platform/process/refusal.ts'

/**
 * The result of the on-chain check. It is determined before the transaction begins, so that no lock
 * is held while waiting for a chain.
 */
export type OnChainVerdict =
  | { kind: 'not-required' }
  | { kind: 'no-wallet' }
  | { kind: 'unreachable' }
  | { kind: 'unproven' }
  | { kind: 'proven'; address: string }

export async function checkOnChainProof(
  ctx: Pick<AppContext, 'db' | 'onChainProofs' | 'log' | 'shared'>,
  member: { walletAddress: string | null },
  { seasonId, missionId }: { seasonId: number; missionId: number },
): Promise<OnChainVerdict> {
  const known = missionIn(cachedProgramme(ctx, seasonId), missionId)
  const mission = known ?? missionIn(await loadProgramme(ctx, seasonId), missionId)
  const proof = mission?.proof
  if (proof?.kind !== 'ONCHAIN') return { kind: 'not-required' }
  const address = member.walletAddress
  if (address === null) return { kind: 'no-wallet' }
  const { chainId, check } = proof
  try {
    const parsedCheck =
      check.kind === 'HOLDS' ? { ...check, minUnits: BigInt(check.minUnits) } : check
    const { fulfilled } = await ctx.onChainProofs.read(chainId, address, parsedCheck)
    return fulfilled ? { kind: 'proven', address } : { kind: 'unproven' }
  } catch (error) {
    ctx.log.warn({ err: error, chainId }, 'On-chain proof check failed')
    return { kind: 'unreachable' }
  }
}

function missionIn(programme: Programme | undefined, missionId: number) {
  return programme?.missions.find((mission) => mission.missionId === missionId)
}

const LINK_REASONS: Record<Exclude<LinkVerdict, 'proven'>, string> = {
  'not-opened': 'LINK_NOT_OPENED',
  'too-recently': 'LINK_OPENED_TOO_RECENTLY',
}

const ONCHAIN_REASONS: Record<Exclude<OnChainVerdict['kind'], 'proven'>, string> = {
  'not-required': 'CHAIN_UNREACHABLE',
  'no-wallet': 'WALLET_MISSING',
  unreachable: 'CHAIN_UNREACHABLE',
  unproven: 'ONCHAIN_UNPROVEN',
}

export function unavailable(
  reason: string,
  nextAvailableAt?: Date,
  explained?: Pick<Refusal['details'], 'trace' | 'seasonVersion'>,
): Refusal {
  const data = { reason, nextAvailableAt: nextAvailableAt?.toISOString() ?? null }
  return refuse(Code.MISSION_UNAVAILABLE, { data, ...explained })
}

/**
 * Throws the reason if the mission is not proven. Returns the address that proved it, for on-chain
 * proofs.
 */
export function requireProof(
  mission: PlannedMission,
  evidence: { openedAt: Date | undefined; partnerCode: string | undefined; chain: OnChainVerdict },
  now: Date,
): string | undefined {
  const { proof } = mission
  if (!proof) throw unavailable('NOT_EXECUTABLE')
  switch (proof.kind) {
    case 'LINK': {
      const verdict = verifyLink(mission.repeat, evidence.openedAt, now)
      if (verdict !== 'proven') throw unavailable(LINK_REASONS[verdict])
      return undefined
    }
    case 'CODE':
      if (!isSameText(evidence.partnerCode ?? '', proof.code)) throw unavailable('CODE_WRONG')
      return undefined
    case 'ONCHAIN':
      if (evidence.chain.kind !== 'proven') throw unavailable(ONCHAIN_REASONS[evidence.chain.kind])
      return evidence.chain.address
  }
}

/** Compares in constant time, ignoring case and surrounding whitespace. */
function isSameText(given: string, expected: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text.trim().toUpperCase()).digest()
  return timingSafeEqual(digest(given), digest(expected))
}
