import { sql } from 'drizzle-orm'
import { insertMembers } from './insert-members.ts'
import type { PushApp } from './push-app.ts'
import type { OperatorInput, TestOperator } from './test-operator.ts'

export const noticeTexts = (name: string) => ({
  title: { en: name, ko: `${name} 공지` },
  content: { en: `About ${name}`, ko: `${name} 안내` },
})

type Body = NonNullable<OperatorInput<'notice.startCampaign'>['body']>

/** Publishes notices and starts campaigns as an operator. */
export function campaignFixtures(operator: () => TestOperator) {
  async function aNotice(name: string, more: { publishedAt?: string } = {}): Promise<number> {
    const body = { ...noticeTexts(name), ...more }
    const { data } = await operator().call('notice.publish', { body })
    if (!data) throw new Error('The notice was refused')
    return data.noticeId
  }

  async function start(body: Omit<Body, 'noticeId'> & { noticeId?: number } = {}): Promise<number> {
    const noticeId = body.noticeId ?? (await aNotice('News'))
    const { data } = await operator().call('notice.startCampaign', { body: { ...body, noticeId } })
    if (!data) throw new Error('The campaign was refused')
    return data.campaignId
  }

  async function show(campaignId: number) {
    const { data } = await operator().call('notice.showCampaign', { params: { campaignId } })
    if (!data) throw new Error('The campaign was not found')
    return data
  }

  return { aNotice, start, show }
}

/** Inserts members with one device each, without signing them up. */
export async function membersWithDevices(
  { server, service }: PushApp,
  count: number,
): Promise<number[]> {
  const ids = await insertMembers(server.ctx.db, count)
  const rows = ids.map((memberId) => ({ memberId, ...service.aDevice() }))
  await server.ctx.db.execute(sql`insert into push_subscriptions
      (member_id, endpoint, p256dh, auth, created_at)
    select "memberId", endpoint, p256dh, auth, ${server.clock.now.toISOString()}::timestamptz
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      as d("memberId" bigint, endpoint text, p256dh text, auth text)`)
  return ids
}
