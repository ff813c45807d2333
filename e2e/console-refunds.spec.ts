import { type Locator, type Page, expect } from '@playwright/test'
import { ApiSession } from './support/api.ts'
import { enrolSupport } from './support/console-enrolment.ts'
import { test } from './support/console-operators.ts'
import { overhangOf } from './support/console-steps.ts'
import { createMember, type TestMember } from './support/members.ts'

test.use({
  consoleOf: 'refunds',
  approvals: 'off',
  // Noon of a programme day in the season that runs in the demo data.
  consoleStartsAt: '2027-06-21T08:00:00.000Z',
  viewport: { width: 1389, height: 868 },
})

const SEASON = 2
const inSeason = { seasonId: SEASON }
/** The largest number of clicks and keystrokes for one refund. */
const STEPS_MAX = 6

type Request = { member: TestMember; historyId: number }

/** Lets a member earn a ticket, buy something for it and ask an operator for it back. */
async function aRequest(url: string): Promise<Request> {
  const member = await createMember(url)
  const { api } = member
  for (const missionId of [1, 3]) {
    await api.call('mission.execute', { params: { ...inSeason, missionId }, body: {} })
  }
  const { list } = await api.call('product.list', { params: inSeason })
  const product = list.find(({ payType }) => payType === 'TICKET')
  const { historyId } = await api.call('product.buy', {
    params: { ...inSeason, productId: product?.productId ?? 0 },
    body: { quantity: 1 },
  })
  await api.call('refund.request', {
    params: { ...inSeason, historyId },
    body: { type: 'OTHER', reason: 'Bought by mistake' },
  })
  return { member, historyId }
}

const answerOf = async ({ member, historyId }: Request): Promise<string | null> => {
  const { refund } = await member.api.call('history.show', { params: { ...inSeason, historyId } })
  return refund?.note ?? null
}

/** Counts what an agent presses. */
class Agent {
  steps = 0
  readonly page: Page

  constructor(page: Page) {
    this.page = page
  }

  async key(name: string): Promise<void> {
    await this.page.keyboard.press(name)
    this.steps += 1
  }

  async press(name: string | RegExp, within?: Locator): Promise<void> {
    await (within ?? this.page)
      .getByRole('button', { name, exact: typeof name === 'string' })
      .click()
    this.steps += 1
  }

  /** Presses the button of the dialog, which has the name of the one that opened it. */
  confirm(name: string | RegExp): Promise<void> {
    return this.press(name, this.page.getByRole('dialog'))
  }
}

test('an agent claims and decides two refunds in at most six steps each, and both members read the answer', async ({
  page,
  server,
  checkScreen,
}) => {
  const first = await aRequest(server.url)
  const second = await aRequest(server.url)
  await enrolSupport(page, server, 'refund.agent')
  await page.goto('/')
  await page
    .getByRole('link', { name: /^Refunds/ })
    .first()
    .click()
  const rows = page.getByRole('list', { name: 'Refunds' }).getByRole('link')
  await expect(rows).toHaveCount(2)
  expect(await overhangOf(page)).toBeLessThanOrEqual(0)
  await checkScreen('queue')

  const agent = new Agent(page)
  await agent.key('j')
  const shown = page.getByRole('heading', { name: /^Refund \d+$/ })
  await expect(shown).toBeVisible()
  const firstTitle = await shown.innerText()
  await agent.key('c')
  await expect(page.getByText('Claimed by you')).toBeVisible()
  await checkScreen('claimed')
  await agent.press(/^Pay back/)
  await checkScreen('pay-back')
  await agent.confirm(/^Pay back/)
  await expect(page.getByText(/^Refund \d+ is paid back$/)).toBeVisible()
  expect(agent.steps).toBeLessThanOrEqual(STEPS_MAX)

  // The next one opens by itself. Keys have no effect while the dialog is open.
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(shown).not.toHaveText(firstTitle)
  await expect(shown).toBeVisible()
  agent.steps = 0
  await agent.key('c')
  await expect(page.getByText('Claimed by you')).toBeVisible()
  await page.getByRole('radio', { name: 'Decline' }).check()
  agent.steps += 1
  await agent.press('Decline refund')
  await agent.confirm('Decline refund')
  await expect(page.getByText(/^Refund \d+ is declined$/)).toBeVisible()
  expect(agent.steps).toBeLessThanOrEqual(STEPS_MAX)
  await expect(page.getByText(/^No refund is waiting/)).toBeVisible()

  expect(await answerOf(first)).toContain('as a courtesy')
  expect(await answerOf(second)).toContain('was delivered as described')
  const again = new ApiSession(server.url)
  await again.call('auth.login', {
    body: { email: first.member.email, password: first.member.password },
  })
  const { list } = await again.call('history.list', {
    params: inSeason,
    query: { tab: 'Purchased' },
  })
  expect(list.map(({ status }) => status)).toContain('REFUND_COMPLETED')

  await page.getByRole('link', { name: 'Shop' }).first().click()
  await expect(page.getByRole('heading', { name: 'Credit packages' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Orders' })).toBeVisible()
  await checkScreen('shop')
  await page.getByRole('link', { name: 'Orders' }).click()
  await expect(page.getByRole('link', { name: /^Refund \d+$/ }).first()).toBeVisible()
  await checkScreen('orders')
})
