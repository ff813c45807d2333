import { Code } from '@solstice/contract/codes'
import { decideSpin, drawSpin, prizesView } from '@solstice/rules/missions/spin/spin'
import { programmeDayOf } from '@solstice/rules/programme-day'
import { HASH, drawCommitment } from '#/preview/commitment.ts'
import { award, unavailable, type MissionPreview } from '#/preview/missions/mission-preview.ts'
import { freeSpinsUsed } from '#/preview/preview-member.ts'
import { PreviewRefusal } from '#/preview/preview-refusal.ts'

export const spinPreview: MissionPreview<'SPIN'> = {
  detail: ({ state: { programme, member }, now }) => ({
    freeSpinsLeft: Math.max(0, programme.spin.freePerDay - freeSpinsUsed(member, now)),
    freeSpinsPerDay: programme.spin.freePerDay,
    tickets: member.tickets,
    prizes: prizesView(programme.spin.prizes),
    commitment: member.commitment.commitment,
    nonce: member.commitment.nonce,
    revealed: [],
  }),
  execute: (shown, { clientSeed = '', commitment: seen }) => {
    const { state, now } = shown
    const { programme, member } = state
    const { prizes } = programme.spin
    const freeUsedToday = freeSpinsUsed(member, now)
    const decision = decideSpin(programme.spin, { freeUsedToday, tickets: member.tickets })
    if (decision.kind === 'none-left') throw new PreviewRefusal(Code.NO_SPINS_LEFT)
    const { serverSeed, commitment, nonce } = member.commitment
    if (seen !== undefined && seen !== commitment) throw unavailable('COMMITMENT_CHANGED')
    const prizeIndex = drawSpin(HASH, { serverSeed, clientSeed, nonce }, prizes)
    const tickets = decision.kind === 'ticket' ? -decision.tickets : 0
    if (decision.kind === 'free') {
      member.freeSpins = { day: programmeDayOf(now), used: freeUsedToday + 1 }
    }
    member.commitment = drawCommitment(prizes, nonce + 1)
    return {
      type: 'SPIN',
      ...award(shown, { xp: prizes[prizeIndex]?.xp ?? 0, tickets }),
      prizeIndex,
      usedTicket: tickets < 0,
      freeSpinsLeft: decision.kind === 'free' ? decision.freeLeft : 0,
      proof: {
        serverSeed,
        clientSeed,
        nonce,
        commitment,
        nextCommitment: member.commitment.commitment,
      },
    }
  },
}
