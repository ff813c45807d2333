import type { Db } from '#/platform/process/db.ts'
import { post } from '#/platform/books/ledger.ts'
import { insertMembers } from './demo.queries.ts'

const RANKED_MEMBERS = 220

const FIRST = ['Polar', 'Amber', 'Silent', 'Golden', 'Winter', 'Lunar', 'Brave', 'Northern']
const SECOND = ['Fox', 'Comet', 'Heron', 'Lantern', 'Pine', 'Otter', 'Meadow', 'Harbor', 'Sparrow']

/** Returns a unique nickname of 6 to 20 letters and digits. */
function nicknameOf(at: number): string {
  const first = FIRST[at % FIRST.length] ?? ''
  const second = SECOND[Math.floor(at / FIRST.length) % SECOND.length] ?? ''
  return `${first}${second}${10 + ((at * 37) % 90)}`
}

/**
 * Inserts members to compete with. No one can log in as one of them, because no password matches
 * this hash.
 */
export function insertRankedMembers(tx: Db, at: Date): Promise<number[]> {
  const people = Array.from({ length: RANKED_MEMBERS }, (_, each) => ({
    email: `star-${each + 1}@solstice.example`,
    passwordHash: 'none',
    nickname: nicknameOf(each),
    referralCode: `STAR${String(each + 1).padStart(4, '0')}`,
    termsAgreedAt: at,
    privacyAgreedAt: at,
    createdAt: at,
  }))
  return insertMembers(tx, people)
}

/**
 * Posts season XP through the ledger, so that ranking and rounds are computed as for real members.
 */
export async function giveSeasonXp(
  tx: Db,
  members: readonly { memberId: number; xp: number; at: Date }[],
  season: { seasonId: number; roundId: number },
): Promise<void> {
  const { seasonId, roundId } = season
  const scope = `season:${seasonId}`
  // One posting covers all members at the same time, so that the start stays fast.
  for (const [at, group] of Map.groupBy(members, ({ at }) => at.getTime())) {
    const total = group.reduce((sum, { xp }) => sum + xp, 0)
    const ids = group.map(({ memberId }) => memberId)
    await post(tx, {
      kind: 'MISSION',
      key: `demo:${seasonId}:${roundId}:${at}:${Math.min(...ids)}:${ids.length}`,
      at: new Date(at),
      data: { roundId },
      entries: [
        ...group.map(({ memberId, xp }) => ({
          holder: { member: memberId },
          asset: 'SEASON_XP' as const,
          scope,
          amount: BigInt(xp),
        })),
        { holder: { system: 'ISSUANCE' }, asset: 'SEASON_XP', scope, amount: BigInt(-total) },
      ],
    })
  }
}
