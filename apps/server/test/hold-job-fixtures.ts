import { HOLD_TTL_MS } from '@solstice/rules/hold/hold'
import { ASSESS_HOLDS, LAPSE_HOLDS, queueAssessment, queueLapse } from '#/modules/hold/hold.jobs.ts'
import { insertMember } from './insert-members.ts'
import type { TestApp } from './test-app.ts'
import { aGroup, insertHoldOf } from './test-hold.ts'

/** The jobs of holds, for the tests that deliver each job twice. */
export const holdJobFixtures: Record<string, (server: TestApp) => Promise<void>> = {
  [ASSESS_HOLDS]: async (server) => {
    await aGroup(server)
    await queueAssessment(server.ctx, server.ctx.now())
  },

  [LAPSE_HOLDS]: async (server) => {
    // Not found by an assessment, which would read all members of a large database.
    await insertHoldOf(server, await insertMember(server.ctx.db))
    server.clock.advance(HOLD_TTL_MS)
    await queueLapse(server.ctx, server.ctx.now())
  },
}
