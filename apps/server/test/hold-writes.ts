import type { Write } from './operator-write.ts'
import type { TestApp } from './test-app.ts'
import { insertHoldOf } from './test-hold.ts'

/** The write of operators that decides a hold. */
export function holdWrites(
  server: () => TestApp,
  aMember: () => Promise<number>,
  reason: string,
): { 'hold.decide': Write<'hold.decide'> } {
  return {
    'hold.decide': {
      action: 'hold.decide',
      make: async () => {
        const userId = await aMember()
        const params = { holdId: await insertHoldOf(server(), userId) }
        return {
          input: { params, body: { decision: 'RELEASE', answer: 'FAMILY', reason } },
          userId,
        }
      },
    },
  }
}
