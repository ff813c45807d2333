import { type Page, expect } from '@playwright/test'
import { startPushService } from '../apps/server/test/push-service.ts'
import { OWNER, signInWithCode, test } from './support/console-operators.ts'
import { overhangOf } from './support/console-steps.ts'
import { PASSWORD, createMember } from './support/members.ts'

// Nobody sleeps at the start, neither in Seoul nor in the programme's time zone.
test.use({
  consoleOf: 'messages',
  consoleStartsAt: '2027-01-12T08:00:00.000Z',
  viewport: { width: 1280, height: 800 },
  isMobile: false,
  hasTouch: false,
})

const MINUTE_MS = 60_000
/** The largest numbers of clicks and filled fields. */
const STEPS_MAX = { campaign: 10, stop: 3, on: 4, off: 2 }

/** Counts what a person clicks, chooses and fills. */
function countedSteps(page: Page) {
  let steps = 0
  const counted = async (step: Promise<unknown>) => {
    await step
    steps += 1
  }
  return {
    press: (name: string) => counted(page.getByRole('button', { name, exact: true }).click()),
    confirm: (name: string) =>
      counted(page.getByRole('dialog').getByRole('button', { name, exact: true }).click()),
    fill: (label: string, value: string) => counted(page.getByLabel(label).fill(value)),
    choose: (label: string, value: string) => counted(page.getByLabel(label).selectOption(value)),
    /** Returns the steps since the last call. */
    taken: () => {
      const taken = steps
      steps = 0
      return taken
    },
  }
}

test('a campaign reaches the counted members after a test and is stopped half-way, a notice changes before its time, and a phone switches maintenance', async ({
  page,
  server,
  clock,
  checkScreen,
}) => {
  const service = await startPushService()
  const joinWithDevice = async (language: 'en' | 'ko', email?: string) => {
    const { api } = await createMember(server.url, {
      pin: null,
      ...(email !== undefined && { email }),
    })
    await api.call('users.changeProfile', { body: { language } })
    const device = service.aDevice()
    await api.call('push.subscribe', { body: device })
    const received = () => service.received.filter(({ endpoint }) => endpoint === device.endpoint)
    return { api, device, received }
  }
  const own = await joinWithDevice('en', OWNER)
  const [first, second] = [await joinWithDevice('ko'), await joinWithDevice('ko')]
  // The second device does not respond yet, so the campaign is half sent when it is stopped.
  service.down({ status: 503 }, second.device.endpoint)
  const steps = countedSteps(page)
  await signInWithCode(page, OWNER)

  await test.step('the text is tested on the own phone, and the counted members get it', async () => {
    await page.goto('/messages/campaigns/new')
    await steps.choose('Narrow further', 'language')
    await steps.choose('Narrow further', 'wallet')
    await steps.fill('Title, English', 'Halfway')
    await steps.fill('Title, Korean', '절반이 지났어요')
    await steps.fill('Text, English', 'Round 3 is halfway done.')
    await steps.fill('Text, Korean', '3라운드가 절반 지났어요.')
    await page.getByRole('button', { name: 'Send now' }).click()
    await expect(page.getByText(/^Send a test of this text first/)).toBeVisible()
    await steps.press('Send a test to my phone')
    await expect(page.getByText(/the device gets one push in each language/)).toBeVisible()
    expect(own.received().map(({ message }) => message.lang)).toEqual(['en', 'ko'])
    await checkScreen('campaign-new')
    await steps.press('Send now')
    await steps.fill('Reason', 'PRG-7')
    await steps.confirm('Push to 2 members')
    expect(steps.taken()).toBeLessThanOrEqual(STEPS_MAX.campaign)
    await expect(page).toHaveURL(/\/messages\/campaigns\/\d+$/)
    await expect.poll(() => first.received().length).toBe(1)
    expect(own.received()).toHaveLength(2)
    // Two tests, the first member's push, and the attempt for the second one, which waits for minutes.
    await expect.poll(() => service.attempts()).toBe(4)
  })

  await test.step('after it is stopped, no further device hears it', async () => {
    await page.reload()
    await steps.press('Stop the campaign')
    await steps.fill('Reason', 'PRG-8')
    await steps.confirm('Stop the campaign')
    expect(steps.taken()).toBeLessThanOrEqual(STEPS_MAX.stop)
    await expect(
      page.getByText('An operator stopped this campaign. Its notice stays.'),
    ).toBeVisible()
    await expect(page.getByText('Campaign stopped')).toBeVisible()
    await checkScreen('campaign-stopped')
    service.up()
    const attempts = service.attempts()
    // A push that failed is sent again within minutes.
    await clock.advance(10 * MINUTE_MS)
    const list = await second.api.call('notice.list', { query: { page: 1, size: 10 } })
    expect(list.list.map(({ title }) => title).join()).toMatch(/절반이 지났어요|Halfway/)
    await page.goto('/messages/campaigns/new')
    await steps.fill('Title, English', 'Later')
    await steps.fill('Title, Korean', '나중에')
    await steps.fill('Text, English', 'Sent later.')
    await steps.fill('Text, Korean', '나중에 보내요.')
    await steps.press('Send a test to my phone')
    await expect(page.getByText(/the device gets one push in each language/)).toBeVisible()
    expect(service.attempts()).toBe(attempts + 2)
    expect(second.received()).toEqual([])
  })

  await test.step('a notice is changed before its time', async () => {
    await page.goto('/messages/notices/new')
    await page.getByLabel('Title, English').fill('Draft')
    await page.getByLabel('Title, Korean').fill('초안')
    await page.getByLabel('Text, English').fill('The season begins.')
    await page.getByLabel('Text, Korean').fill('시즌이 시작돼요.')
    await page.getByText('At a time', { exact: true }).click()
    await page.getByLabel('Date and time (UTC+4)').fill('2027-01-12T12:30')
    await page.getByRole('button', { name: 'Schedule' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Schedule' }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Draft' })).toBeVisible()
    await page.getByRole('button', { name: 'Change' }).click()
    await page.getByRole('dialog').getByLabel('Title, English').fill('Final')
    await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Final' })).toBeVisible()
    await checkScreen('notice')
    const titles = async () =>
      (await own.api.call('notice.list', { query: { page: 1, size: 10 } })).list.map(
        ({ title }) => title,
      )
    expect(await titles()).not.toContain('Final')
    await clock.advance(21 * MINUTE_MS)
    expect(await titles()).toContain('Final')
    expect(await titles()).not.toContain('Draft')
  })

  await test.step('a phone switches maintenance on and off', async () => {
    await page.setViewportSize({ width: 390, height: 844 })
    await signInWithCode(page, OWNER)
    await page.goto('/system/maintenance')
    await expect(page.getByText('Now: the app is open')).toBeVisible()
    const logIn = () => own.api.call('auth.login', { body: { email: OWNER, password: PASSWORD } })
    // The number of logins is limited, so polls make another call that writes.
    const isRejected = () =>
      own.api.call('users.changeProfile', { body: { language: 'en' } }).then(
        () => false,
        (error: unknown) => /maintenance/.test(String(error)),
      )
    // The clock has moved past the end of the session.
    await logIn()
    steps.taken()
    await steps.press('Switch on')
    await steps.fill('Reason', 'INC-7')
    await steps.fill('Type maintenance', 'maintenance')
    await steps.confirm('Switch on')
    expect(steps.taken()).toBeLessThanOrEqual(STEPS_MAX.on)
    await expect(page.getByText('Now: members are rejected')).toBeVisible()
    // The server reads the switch again within seconds.
    await expect.poll(isRejected).toBe(true)
    await expect(logIn()).rejects.toThrow(/maintenance/)
    expect(await overhangOf(page)).toBeLessThanOrEqual(0)
    await checkScreen('maintenance')
    await steps.press('Switch off')
    await steps.confirm('Switch off')
    expect(steps.taken()).toBeLessThanOrEqual(STEPS_MAX.off)
    await expect(page.getByText('Now: the app is open')).toBeVisible()
    await expect.poll(isRejected).toBe(false)
    await logIn()
    expect((await own.api.call('users.me')).email).toBe(OWNER)
  })
  await service.close()
})
