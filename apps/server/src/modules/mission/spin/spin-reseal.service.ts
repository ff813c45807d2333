import type { SealedValues } from '#/platform/process/sealing-keys.ts'
import { findOpenCommitmentsAfter, resealSeed } from '#/modules/mission/spin-seed.queries.ts'
import { seedAssociatedData } from './spin.service.ts'

const BATCH = 200

/** Seals the seeds of spins that are not revealed yet. Revealed ones are public. */
export const sealedSpinSeeds: SealedValues = {
  name: 'spin seeds',
  setting: 'PIN_MASTER_KEY',
  keyIds: ({ spinSealer }) => spinSealer.keyIds,
  reseal: async ({ db, spinSealer }, after) => {
    const [seasonId = 0, memberId = 0] = (after ?? '').split(':').map(Number)
    const rows = await findOpenCommitmentsAfter(db, { seasonId, memberId }, BATCH)
    let count = 0
    for (const row of rows) {
      if (spinSealer.isCurrent(row.sealedSeed)) continue
      const associatedData = seedAssociatedData(row, row.nonce)
      const plain = spinSealer.open(row.sealedSeed, associatedData)
      if (await resealSeed(db, row, spinSealer.seal(plain, associatedData))) count += 1
    }
    const last = rows.at(-1)
    return {
      count,
      next: last && rows.length === BATCH ? `${last.seasonId}:${last.memberId}` : null,
    }
  },
}
