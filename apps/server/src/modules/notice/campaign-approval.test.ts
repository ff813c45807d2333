import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { Code } from '@solstice/contract/codes'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '@solstice/rules/duration'
import { startPushApp, type PushApp } from '#test/push-app.ts'
import { anApprover, approvalIdOf } from '#test/test-approval.ts'
import { noticeTexts } from '#test/test-campaign.ts'
import { addDevice, memberWithDevice } from '#test/test-device.ts'
import { signUpMember } from '#test/test-member.ts'
import { anOperator } from '#test/test-operator.ts'
import { aSeason } from '#test/test-season.ts'

let app: PushApp
let server: PushApp['server']
let service: PushApp['service']
beforeAll(async () => {
  app = await startPushApp({ withApprovals: true })
  ;({ server, service } = app)
})
afterAll(() => app.close())
beforeEach(async () => {
  await app.reset()
  for (const table of ['campaigns', 'notice_tests', 'notices']) {
    await server.ctx.db.execute(sql`delete from ${sql.identifier(table)}`)
  }
})

type Person = Awaited<ReturnType<typeof anApprover>>

async function aNotice(person: Person, name: string): Promise<number> {
  const { data } = await person.call('notice.publish', { body: noticeTexts(name) })
  if (!data) throw new Error('The notice was refused')
  return data.noticeId
}

const isTested = async (campaignId: number | undefined) => {
  const owner = await anOperator(server)
  const params = { campaignId: campaignId ?? 0 }
  const { data } = await owner.call('notice.showCampaign', { params })
  return data?.testedAt !== null
}

describe('a campaign of a person', () => {
  test('is refused without a test of its text, unless the person says that there was none', async () => {
    const person = await anApprover(server, 'PROGRAMME')
    await memberWithDevice(server, service)
    const noticeId = await aNotice(person, 'News')

    const refused = await person.call('notice.startCampaign', { body: { noticeId } })
    const sent = service.received.length
    const stated = await person.call('notice.startCampaign', {
      body: { noticeId, untested: true },
    })

    expect(refused.code).toBe(Code.CAMPAIGN_NOT_TESTED)
    expect(sent).toBe(0)
    expect(stated.code).toBe(Code.SUCCESS)
    expect(await isTested(stated.data?.campaignId)).toBe(false)
  })

  test('starts after a test of the same text, for seven days', async () => {
    const person = await anApprover(server, 'PROGRAMME')
    const own = await signUpMember(server, { email: person.email })
    await addDevice(own, service)
    await person.call('notice.testCampaign', { body: noticeTexts('Other') })
    await person.call('notice.testCampaign', { body: noticeTexts('News') })
    const noticeId = await aNotice(person, 'News')
    const changedId = await aNotice(person, 'Changed')

    const changed = await person.call('notice.startCampaign', { body: { noticeId: changedId } })
    const tested = await person.call('notice.startCampaign', { body: { noticeId } })
    await server.ctx.db.execute(sql`delete from campaigns`)
    server.clock.advance(7 * DAY_MS + 1)
    await person.signInAgain()
    const audit = await (
      await anOperator(server)
    ).call('operator.listAudit', {
      query: { action: 'campaign.test' },
    })
    const late = await person.call('notice.startCampaign', { body: { noticeId } })

    expect(changed.code).toBe(Code.CAMPAIGN_NOT_TESTED)
    expect(tested.code).toBe(Code.SUCCESS)
    expect(await isTested(tested.data?.campaignId)).toBe(true)
    expect(audit.data?.list.map(({ actor }) => actor)).toEqual([
      `operator:${person.name}`,
      `operator:${person.name}`,
    ])
    expect(late.code).toBe(Code.CAMPAIGN_NOT_TESTED)
  })

  test('publishes its new notice when it is accepted, not when it is refused or proposed', async () => {
    const person = await anApprover(server, 'PROGRAMME')
    const owner = await anApprover(server, 'OWNER')
    const published = async () =>
      (await person.call('notice.listAll', { query: {} })).data?.list.length
    const start = async (more: { untested?: true }) =>
      person.call('notice.startCampaign', { body: { notice: noticeTexts('News'), ...more } })
    const refused = [await start({}), await published()]
    const accepted = [(await start({ untested: true })).code, await published()]
    const proposal = await start({ untested: true })
    const proposed = await published()
    const approved = await owner.approve(approvalIdOf(proposal))

    expect(refused).toMatchObject([{ code: Code.CAMPAIGN_NOT_TESTED }, 0])
    expect(accepted).toEqual([Code.SUCCESS, 1])
    expect([proposed, approved.code, await published()]).toEqual([1, Code.SUCCESS, 2])
  })

  test('needs a second person within 24 hours of another one, before or after it', async () => {
    const person = await anApprover(server, 'PROGRAMME')
    await anApprover(server, 'OWNER')
    await memberWithDevice(server, service)
    const at = (ms: number) => new Date(server.clock.now.getTime() + ms).toISOString()
    const start = async (dueAt: string) => {
      const noticeId = await aNotice(person, 'News')
      const body = { noticeId, dueAt, untested: true }
      return (await person.call('notice.startCampaign', { body })).code
    }

    expect(await start(at(3 * DAY_MS))).toBe(Code.SUCCESS)
    expect(await start(at(3 * DAY_MS - 23 * HOUR_MS))).toBe(Code.APPROVAL_PENDING)
    expect(await start(at(3 * DAY_MS + 23 * HOUR_MS))).toBe(Code.APPROVAL_PENDING)
    expect(await start(at(3 * DAY_MS + 25 * HOUR_MS))).toBe(Code.SUCCESS)
  })
})

describe('a campaign whose time passes while it waits for a second person', () => {
  const campaigns = () => server.ctx.db.$count(sql`campaigns`)

  const at = (ms: number) => new Date(server.clock.now.getTime() + ms).toISOString()

  /** Proposes a campaign that is due within a day of another one. */
  async function proposed(person: Person, when: object): Promise<number> {
    await start(person, { noticeId: await aNotice(person, 'Other') })
    await server.worker.runDue()
    const noticeId = await aNotice(person, 'News')
    return approvalIdOf(await start(person, { noticeId, ...when }))
  }
  const start = (person: Person, body: object) =>
    person.call('notice.startCampaign', { body: { ...body, untested: true } })

  async function approvedAfter(ms: number, approvalId: number, owner: Person) {
    server.clock.advance(ms)
    await owner.signInAgain()
    const { code } = await owner.approve(approvalId)
    await server.worker.runDue()
    return code
  }

  test('is outdated if its moment has passed', async () => {
    const person = await anApprover(server, 'PROGRAMME')
    const owner = await anApprover(server, 'OWNER')
    const { seasonId, rounds } = await aSeason(server)
    const endAt = rounds[0]?.endAt ?? server.clock.now
    server.clock.now = new Date(endAt.getTime() - 32 * HOUR_MS)
    await person.signInAgain()
    const moment = { kind: 'ROUND_END', seasonId, round: 1, offsetMinutes: -1440 }
    const approvalId = await proposed(person, { moment })
    const before = await campaigns()

    const code = await approvedAfter(32 * HOUR_MS + MINUTE_MS, approvalId, owner)

    expect(code).toBe(Code.OUTDATED)
    expect([before, await campaigns()]).toEqual([1, 1])
  })

  test.each([
    ['is outdated if its time has passed', 2 * HOUR_MS, Code.OUTDATED],
    ['is started before its time', 0, Code.SUCCESS],
  ])('%s', async (_, passes, code) => {
    const person = await anApprover(server, 'PROGRAMME')
    const owner = await anApprover(server, 'OWNER')
    const approvalId = await proposed(person, { dueAt: at(HOUR_MS) })

    expect(await approvedAfter(passes, approvalId, owner)).toBe(code)
    expect(await campaigns()).toBe(code === Code.SUCCESS ? 2 : 1)
  })

  test('is not proposed if its time has passed already', async () => {
    const person = await anApprover(server, 'PROGRAMME')
    await start(person, { noticeId: await aNotice(person, 'Other') })
    const noticeId = await aNotice(person, 'News')
    server.clock.advance(2 * MINUTE_MS)
    const proposals = () => server.ctx.db.$count(sql`approvals`)
    const before = await proposals()

    const { code } = await start(person, { noticeId, dueAt: at(-MINUTE_MS) })

    expect(code).toBe(Code.OUTDATED)
    expect(await proposals()).toBe(before)
  })

  test('is started if it waits for its notice, which appears later', async () => {
    const person = await anApprover(server, 'PROGRAMME')
    const owner = await anApprover(server, 'OWNER')
    const body = { ...noticeTexts('Later'), publishedAt: at(5 * HOUR_MS) }
    const { data } = await person.call('notice.publish', { body })
    const approvalId = await proposed(person, { noticeId: data?.noticeId, dueAt: at(HOUR_MS) })

    expect(await approvedAfter(2 * HOUR_MS, approvalId, owner)).toBe(Code.SUCCESS)
  })
})

test('the campaign of a program needs no test, because programs have no phone', async () => {
  const machine = await anOperator(server, 'PROGRAMME')
  const { data } = await machine.call('notice.publish', { body: noticeTexts('News') })

  const { code } = await machine.call('notice.startCampaign', {
    body: { noticeId: data?.noticeId ?? 0 },
  })

  expect(code).toBe(Code.SUCCESS)
})
