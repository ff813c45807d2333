import type { Page } from '@playwright/test'
import { ApiSession, requestsOf } from './support/api.ts'
import { chooseLanguage } from './support/choose-language.ts'
import { logIn } from './support/log-in.ts'
import { type TestMember, createMember } from './support/members.ts'
import { navigateInApp } from './support/navigate-in-app.ts'
import { unlock } from './support/pin.ts'
import { DASHBOARD, SEASON, expect, test } from './support/programme-server.ts'

// The programme's zone and that of the device differ in all tests.
test.use({ clockOf: 'why', deviceScaleFactor: 1, timezoneId: 'Asia/Seoul' })
// The last test moves the clock, so the tests run in order.
test.describe.configure({ mode: 'default' })

async function open(page: Page, member: TestMember): Promise<void> {
  await page.goto('/auth/login')
  await logIn(page, { ...member, keepLoggedIn: true })
  await expect(page).toHaveURL('/home')
}

const checkIn = (api: ApiSession) =>
  api.call('mission.execute', { params: { seasonId: SEASON, missionId: 1 }, body: {} })

const sheetOf = (page: Page) => page.getByRole('dialog')
const titleOf = (page: Page, name: string | RegExp) => sheetOf(page).getByRole('heading', { name })

async function close(page: Page): Promise<void> {
  await page.keyboard.press('Escape')
  await expect(sheetOf(page)).toHaveCount(0)
  // Closing goes back, which takes effect a moment later.
  await expect(page).not.toHaveURL(/why=/)
}

test('a member asks why a check-in gave its XP, from the history and by its address', async ({
  page,
  newMember,
  checkScreen,
  allowConsoleErrors,
}) => {
  allowConsoleErrors(/Failed to load resource/)
  const member = await newMember()
  await checkIn(member.api)
  await open(page, member)
  await navigateInApp(page, `${DASHBOARD}/history`)
  const why = page.getByRole('button', { name: /^Why\? Daily check-in/ })

  await test.step('the sheet adds up the parts and names the record', async () => {
    await why.click()
    await expect(titleOf(page, 'Why 50 XP?')).toBeVisible()
    await expect(sheetOf(page).getByText('Every check-in gives 50 XP.')).toBeVisible()
    await expect(sheetOf(page).getByText(/^Recorded as entry \d+$/)).toBeVisible()
    await expect(page).toHaveURL(/[?&]why=history(:|%3A)\d+/)
    await checkScreen('credit')
  })

  await test.step('Escape and Back close it and return the focus', async () => {
    await close(page)
    await expect(why).toBeFocused()
    await why.press('Enter')
    await expect(titleOf(page, 'Why 50 XP?')).toBeVisible()
    await page.goBack()
    await expect(sheetOf(page)).toHaveCount(0)
    await expect(page.getByRole('heading', { level: 1, name: 'History' })).toBeVisible()
  })

  await test.step('a reload keeps it open, and closing it returns to the history', async () => {
    await why.click()
    await expect(titleOf(page, 'Why 50 XP?')).toBeVisible()
    await page.reload()
    await unlock(page, member.pin)
    await expect(titleOf(page, 'Why 50 XP?')).toBeVisible()
    await sheetOf(page).getByRole('button', { name: 'Close' }).click()
    await expect(sheetOf(page)).toHaveCount(0)
    await expect(page).toHaveURL(/\/history\/?$/)
  })

  await test.step('the focus stays in the sheet', async () => {
    await why.click()
    await expect(titleOf(page, 'Why 50 XP?')).toBeVisible()
    for (let press = 0; press < 8; press += 1) {
      await page.keyboard.press('Tab')
      expect(await page.evaluate(() => document.activeElement?.closest('main') !== null)).toBe(
        false,
      )
    }
    await close(page)
  })

  await test.step('a lost connection can be retried', async () => {
    await page.route(requestsOf('explanation.mine'), (route) => route.abort())
    await page.reload()
    await unlock(page, member.pin)
    await why.click()
    const again = sheetOf(page).getByRole('button', { name: 'Try again' })
    await expect(again).toBeVisible()
    await checkScreen('offline')
    await page.unroute(requestsOf('explanation.mine'))
    await again.click()
    await expect(titleOf(page, 'Why 50 XP?')).toBeVisible()
    await close(page)
  })

  await test.step('an entry of another member is not explained', async () => {
    await navigateInApp(page, `${DASHBOARD}/history?why=history:1`)
    await expect(titleOf(page, 'No longer available')).toBeVisible()
    await sheetOf(page).getByRole('button', { name: 'Close' }).click()
    await expect(sheetOf(page)).toHaveCount(0)
    await expect(page).not.toHaveURL(/why=/)
  })
})

test('a member asks why a mission is closed and why a friend does not count yet', async ({
  page,
  server,
  newMember,
  checkScreen,
}) => {
  const member = await newMember()
  await checkIn(member.api)
  const { referralCode } = await member.api.call('invite.mine')
  await createMember(server.url, { referralCode })
  await open(page, member)

  await test.step('the list of missions explains the check-in that is done', async () => {
    await navigateInApp(page, DASHBOARD)
    await page.getByRole('button', { name: 'Why? Daily check-in' }).click()
    await expect(titleOf(page, 'Why can’t I check in again?')).toBeVisible()
    await expect(sheetOf(page).getByText('Your next chance')).toBeVisible()
    await expect(
      sheetOf(page).getByText(/^You can do it again from 22 June, 01:00 \(UTC\+4\)\.$/),
    ).toBeVisible()
    await checkScreen('mission')
    await close(page)
  })

  await test.step('so does its screen', async () => {
    await navigateInApp(page, `${DASHBOARD}/missions/1`)
    await page.getByRole('button', { name: 'Why?', exact: true }).click()
    await expect(titleOf(page, 'Why can’t I check in again?')).toBeVisible()
    await close(page)
  })

  await test.step('the list of friends explains what is missing', async () => {
    await navigateInApp(page, '/rewards/invite-event')
    await page.getByRole('button', { name: /Joined\. No wallet yet/ }).click()
    await expect(titleOf(page, 'Why no reward yet?')).toBeVisible()
    await expect(sheetOf(page).getByText('0 of 3')).toBeVisible()
    await checkScreen('friend')
    await close(page)
  })

  await test.step('an alert explains why no notification came', async () => {
    await navigateInApp(page, '/more/notice')
    await page
      .getByRole('button', { name: /^Why no push\?/ })
      .first()
      .click()
    await expect(titleOf(page, 'Why no push?')).toBeVisible()
    await expect(sheetOf(page).getByRole('link', { name: 'Open alert settings' })).toBeVisible()
    await checkScreen('push')
  })
})

test('a member asks why a round paid nothing, in both languages, and checks in from there', async ({
  page,
  newMember,
  server,
  goTo,
  checkScreen,
}) => {
  const member = await newMember()
  await checkIn(member.api)
  const { list } = await member.api.call('season.rounds', { params: { seasonId: SEASON } })
  const now = list.find(({ status }) => status === 'ONGOING')
  const days = (Date.parse(now?.endAt ?? '') - Date.parse('2027-06-20T20:00:00Z')) / 86_400_000

  // The round ends at midnight, and its rewards are computed a moment later.
  await goTo(days, '12:00')
  const api = new ApiSession(server.url)
  await api.call('auth.login', { body: { email: member.email, password: member.password } })
  await expect
    .poll(async () => {
      const { list: later } = await api.call('season.rounds', { params: { seasonId: SEASON } })
      return later.find(({ roundId }) => roundId === now?.roundId)?.myReward
    })
    .toBe('0')
  await open(page, member)
  await navigateInApp(page, DASHBOARD)

  await test.step('the sheet shows the days, the own numbers and the next chance', async () => {
    await page.getByRole('button', { name: `Why? Round ${now?.number}` }).click()
    await expect(titleOf(page, `Why 0 USDS in round ${now?.number}?`)).toBeVisible()
    await expect(sheetOf(page).getByText('1 of 3 needed')).toBeVisible()
    await expect(sheetOf(page).getByRole('listitem')).toHaveCount(7)
    await expect(sheetOf(page).getByText(/: checked in$/)).toHaveCount(1)
    await expect(
      sheetOf(page).getByText(/^Round \d runs until .* 3 more and you’re in\.$/),
    ).toBeVisible()
    await checkScreen('zero')
  })

  await test.step('its button leads to the check-in', async () => {
    await sheetOf(page).getByRole('link', { name: 'Check in for 50 XP' }).click()
    await expect(page).toHaveURL(new RegExp(`${DASHBOARD}/missions/1/?$`))
    await expect(sheetOf(page)).toHaveCount(0)
    await page.goBack()
    await expect(titleOf(page, `Why 0 USDS in round ${now?.number}?`)).toBeVisible()
    await close(page)
  })

  await test.step('the same sheet in Korean', async () => {
    await chooseLanguage(page, '한국어')
    await navigateInApp(page, `${DASHBOARD}?why=round:${now?.roundId}`)
    await expect(titleOf(page, `${now?.number}라운드는 왜 0 USDS인가요?`)).toBeVisible()
    await checkScreen('zero-ko')
  })
})
