import type { MissionService } from '#/modules/mission/mission-type.ts'
import { inviteCountOf, loadMember } from '#/modules/users/users.service.ts'

/** Friends complete it by joining; the rewards have calls of their own. */
export const inviteMission: MissionService<'INVITE'> = {
  detail: async (ctx, { memberId }) => {
    const { referralCode } = await loadMember(ctx, memberId)
    return { referralCode, inviteCount: await inviteCountOf(ctx, memberId) }
  },
}
