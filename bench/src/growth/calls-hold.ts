import { insertMember } from '../../../apps/server/test/insert-members.ts'
import { insertHoldOf } from '../../../apps/server/test/test-hold.ts'
import { byOperator, byResident, onOwnId, type Scenarios } from './scenario.ts'
import type { World } from './world.ts'

/** A new hold of a new member. */
async function aHold({ server }: World) {
  return { holdId: await insertHoldOf(server, await insertMember(server.ctx.db)) }
}

export const HOLD_CALLS = {
  'hold.mine': byResident('hold.mine', () => ({})),
  'hold.appeal': onOwnId('hold.appeal'),
  'hold.published': byResident('hold.published', () => ({})),
  'hold.figures': byOperator('hold.figures', () => ({})),
  'hold.queue': byOperator('hold.queue', () => ({ query: {} })),
  'hold.show': byOperator('hold.show', async (world) => ({ params: await aHold(world) })),
  'hold.decide': byOperator('hold.decide', async (world) => ({
    params: await aHold(world),
    body: { decision: 'RELEASE' as const, answer: 'FAMILY' as const, reason: 'Growth benchmark' },
  })),
} satisfies Record<string, Scenarios>
