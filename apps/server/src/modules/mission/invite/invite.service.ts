import type { MissionService } from '#/modules/mission/mission-type.ts'
import { inviteCountOf } from '#/modules/users/invited.service.ts'
import { loadMember } from '#/modules/users/users.service.ts'

/** Friends complete this mission by joining; the rewards have their own endpoints. */
export const inviteMission: MissionService<'INVITE'> = {
  detail: async (ctx, { memberId }) => {
    const { referralCode } = await loadMember(ctx, memberId)
    return { referralCode, inviteCount: await inviteCountOf(ctx, memberId) }
  },
}
