import type { CallData } from '@solstice/contract/wire'
import { PREVIEW_MEMBER } from '#/preview/preview-member.ts'
import type { PreviewState } from '#/preview/preview-state.ts'
import { rankOf, sampleMembers } from '#/preview/ranking-sample.ts'

const NEIGHBOURS = 2

export function listRanking({ programme, member, now }: PreviewState): CallData<'ranking.list'> {
  const { userId, nickname } = PREVIEW_MEMBER
  const rank = rankOf(programme, member.seasonXp)
  const me = { userId, nickname, xp: member.seasonXp }
  const sample = sampleMembers(programme)
  const rows = rank === null ? sample : sample.toSpliced(rank - 1, 0, me)
  const list = rows.map((row, at) => ({ rank: at + 1, ...row }))
  return {
    list,
    me: { rank, ...me },
    neighbours:
      rank === null ? [] : list.slice(Math.max(0, rank - 1 - NEIGHBOURS), rank + NEIGHBOURS),
    totalCount: list.length,
    updatedAt: now().toISOString(),
  }
}
