import { DAY_MS } from '@solstice/rules/duration'
import type { Texts } from '@solstice/rules/season-plan'
import { publishNotice, readNotice } from '#/modules/notice/notice.service.ts'
import type { AppContext } from '#/platform/process/context.ts'
import type { Db } from '#/platform/process/db.ts'

type News = { type: 'NOTICE' | 'EVENT' | 'MAINTENANCE'; title: Texts; content: Texts; days: number }

/** Oldest first, with the number of days since publication; the oldest is already read. */
const NEWS: readonly News[] = [
  {
    type: 'EVENT',
    days: 11,
    title: { en: 'A new season has begun', ko: '새 시즌이 시작됐어요' },
    content: {
      en: 'Four weeks with check-ins, spins and missions, and a reward pool in each of four rounds.\nWhat you earn counts from the first day.',
      ko: '4주 동안 출석 체크, 룰렛, 미션이 이어지고 네 라운드마다 보상이 있어요.\n첫날부터 모은 XP가 모두 반영돼요.',
    },
  },
  {
    type: 'NOTICE',
    days: 5,
    title: { en: 'Every spin can be checked', ko: '모든 룰렛 결과를 직접 확인할 수 있어요' },
    content: {
      en: 'The server’s value is locked before you spin, and the app rechecks the draw afterwards. Tap “Verified fair” to see the details.',
      ko: '룰렛 결과는 돌리기 전에 미리 고정되고, 앱이 다시 계산해 확인해요. 결과 화면에서 계산에 쓰인 값을 볼 수 있어요.',
    },
  },
  {
    type: 'MAINTENANCE',
    days: 1,
    title: {
      en: 'Check-in closes for an hour each night',
      ko: '매일 밤 한 시간 동안 출석 체크를 쉬어요',
    },
    content: {
      en: 'From 00:00 to 01:00 (UTC+4) the daily check-in is closed for maintenance. Everything else stays open.',
      ko: '00:00부터 01:00(UTC+4)까지는 점검으로 출석 체크를 할 수 없어요. 다른 기능은 모두 그대로 쓸 수 있어요.',
    },
  },
]

/** Publishes the demo notices. */
export async function publishNews(
  tx: Db,
  ctx: Pick<AppContext, 'now'>,
  memberId: number,
): Promise<void> {
  for (const [at, { days, ...news }] of NEWS.entries()) {
    const publishedAt = new Date(ctx.now().getTime() - days * DAY_MS)
    const { id } = await publishNotice(tx, { ...news, publishedAt })
    if (at === 0) await readNotice({ db: tx, now: ctx.now }, memberId, id)
  }
}
