import type { CallId } from '../../../packages/contract/src/catalogue.ts'
import { signUpMember } from '../../../apps/server/test/test-member.ts'
import { byOperator, type Scenarios } from './scenario.ts'
import type { World } from './world.ts'

const ofResident = ({ resident }: World) => ({ params: { userId: resident.userId } })
const ofResidentInSeason = ({ resident, seasonId }: World) => ({
  params: { userId: resident.userId, seasonId },
})

/** A member's file as operators see it. */
export const MEMBER_CALLS = {
  'member.revealEmail': byOperator('member.revealEmail', ofResident),
  'member.timeline': {
    all: byOperator('member.timeline', (world) => ({ ...ofResident(world), query: {} })),
    'refusals of a season': byOperator('member.timeline', (world) => ({
      ...ofResident(world),
      query: { group: 'REFUSED' as const, seasonId: world.seasonId },
    })),
  },
  'member.season': byOperator('member.season', ofResidentInSeason),
  'member.missions': byOperator('member.missions', ofResidentInSeason),
  'member.sessions': byOperator('member.sessions', ofResident),
  'member.endSessions': byOperator('member.endSessions', async (world) => ({
    params: { userId: (await signUpMember(world.server)).userId },
    body: { reason: 'Growth benchmark' },
  })),
  'member.referrals': byOperator('member.referrals', (world) => ({
    ...ofResident(world),
    query: {},
  })),
  'member.orders': byOperator('member.orders', (world) => ({ ...ofResident(world), query: {} })),
  'member.notes': byOperator('member.notes', (world) => ({ ...ofResident(world), query: {} })),
  'member.addNote': byOperator('member.addNote', (world) => ({
    ...ofResident(world),
    body: { text: 'Growth benchmark' },
  })),
  'member.removeNote': byOperator('member.removeNote', async (world) => {
    const { params } = ofResident(world)
    const { data } = await world.operator.call('member.addNote', {
      params,
      body: { text: 'Growth benchmark' },
    })
    return { params: { ...params, noteId: data?.noteId ?? 0 } }
  }),
} satisfies Partial<Record<CallId, Scenarios>>
