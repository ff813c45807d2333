import { createHash } from 'node:crypto'
import { Code } from '@solstice/contract/codes'
import type { CallData } from '@solstice/contract/wire'
import { DAY_MS } from '@solstice/rules/duration'
import { emailOf } from '#/modules/operator/operator-view.service.ts'
import { actorOf, type Operator } from '#/modules/operator/operator.service.ts'
import { sendText } from '#/modules/push/push.service.ts'
import { memberByEmail } from '#/modules/users/users.service.ts'
import { appendAudit } from '#/platform/books/audit.ts'
import { countCall } from '#/platform/books/limits.ts'
import type { AppContext } from '#/platform/process/context.ts'
import type { Db } from '#/platform/process/db.ts'
import { refuse } from '#/platform/process/refusal.ts'
import type { NoticeRow } from './notice.queries.ts'
import type { NoticeTexts } from './notice.service.ts'
import { findTest, insertTest } from './outcome.queries.ts'

/** A test counts for this long, so that a proposal may wait for its second person. */
const TEST_KEPT_MS = 7 * DAY_MS

type Texts = Pick<NoticeRow, 'titleEn' | 'titleKo' | 'contentEn' | 'contentKo'>

function hashOf({ titleEn, titleKo, contentEn, contentKo }: Texts): string {
  const content = JSON.stringify([titleEn, titleKo, contentEn, contentKo])
  return createHash('sha256').update(content).digest('hex')
}

/** Returns when this text was tested. */
export function testOf(
  tx: Db,
  ctx: Pick<AppContext, 'now'>,
  texts: Texts,
): Promise<Date | undefined> {
  return findTest(tx, hashOf(texts), new Date(ctx.now().getTime() - TEST_KEPT_MS))
}

/**
 * Sends a text to the devices of the member with the operator's own address. Both addresses were
 * verified by a mail, so nobody can send a test to another person's phone.
 */
export async function testByOperator(
  ctx: AppContext,
  by: Operator,
  { title, content }: NoticeTexts,
): Promise<CallData<'notice.testCampaign'>> {
  await countCall(ctx, ['campaignTestPerOperator'], { operator: String(by.operatorId) })
  const email = await emailOf(ctx.db, by.operatorId)
  const member = email === undefined ? undefined : await memberByEmail(ctx, email)
  if (!member || member.status !== 'ACTIVE') throw refuse(Code.NO_TEST_DEVICE)
  const { devices, sent, failed } = await sendText(ctx, member.id, { title, content })
  if (devices === 0) throw refuse(Code.NO_TEST_DEVICE)
  const now = ctx.now()
  const texts = {
    titleEn: title.en,
    titleKo: title.ko,
    contentEn: content.en,
    contentKo: content.ko,
  }
  await ctx.db.transaction(async (tx) => {
    if (sent > 0) {
      await insertTest(tx, { textHash: hashOf(texts), operatorId: by.operatorId, sentAt: now })
    }
    await appendAudit(tx, {
      at: now,
      actor: actorOf(by),
      action: 'campaign.test',
      subject: 'campaign:test',
      data: { after: { title: title.en, devices, sent } },
    })
  })
  return { nickname: member.nickname, devices, sent, failed }
}
