import type { Page } from '@playwright/test'
import { chooseLanguage } from './support/choose-language.ts'
import { logIn } from './support/log-in.ts'
import { navigateInApp } from './support/navigate-in-app.ts'
import { demoMember } from './support/members.ts'
import { DASHBOARD, SEASON, expect, test } from './support/programme-server.ts'

test.use({ clockOf: 'seasons', deviceScaleFactor: 1 })
// The last test moves the clock past the season, so the tests run in order.
test.describe.configure({ mode: 'default' })

const FAILURE = { status: 500, json: { code: 9999, success: false, msg: 'x', data: null } }

async function open(page: Page, member: { email: string; password: string }): Promise<void> {
  await page.goto('/auth/login')
  await logIn(page, { ...member, keepLoggedIn: true })
  await expect(page).toHaveURL('/home')
}

const missionRows = (page: Page) => page.getByRole('tabpanel').getByRole('link')

test('a member sorts seasons on rewards, lists missions by kind and availability, and changes the season', async ({
  page,
  demo,
  checkScreen,
}) => {
  const { list } = await demo.api.call('season.list')
  const titleOf = (expected: string) => list.find(({ status }) => status === expected)?.title ?? '-'
  await open(page, demo)
  await page.getByRole('link', { name: 'Rewards', exact: true }).click()

  await test.step('each card has points, period, progress and status', async () => {
    const card = page.getByRole('link', { name: new RegExp(titleOf('ONGOING')) })
    await expect(card).toContainText('In progress')
    await expect(card).toContainText('10 Jun – 7 Jul')
    await expect(card).toContainText(/[\d,]+ XP/)
    // This is day 12 of 28.
    expect(list.find(({ status }) => status === 'ONGOING')?.progress).toBe(42)
    await expect(card.locator('i')).toHaveAttribute('style', /^width: 42%/)
    await expect(page.getByRole('link', { name: new RegExp(titleOf('UPCOMING')) })).toContainText(
      'Upcoming',
    )
    await checkScreen('rewards')
    await page.getByRole('tab', { name: 'Ended' }).click()
    await expect(page.getByRole('link', { name: new RegExp(titleOf('ENDED')) })).toContainText(
      'Completed',
    )
    await expect(page.getByRole('link', { name: new RegExp(titleOf('ONGOING')) })).toHaveCount(0)
    await checkScreen('rewards-ended')
    await page.getByRole('tab', { name: 'Ongoing' }).click()
  })

  await test.step('the tabs and the switch work together', async () => {
    const rows = page.getByRole('tabpanel', { name: 'All' }).getByRole('link')
    await expect(rows).toHaveCount(15)
    await page.getByRole('tab', { name: 'Purchase' }).click()
    // The missions are listed below the shop products, whose links lead into the shop.
    const purchase = page.getByRole('tabpanel', { name: 'Purchase' })
    await expect(purchase.getByRole('link', { name: 'See everything in the shop' })).toBeVisible()
    await expect(purchase.locator('a:not([href*="buy-xp"])')).toHaveCount(1)
    await page.getByRole('tab', { name: 'Starlight' }).click()
    await expect(page.getByRole('tabpanel', { name: 'Starlight' }).getByRole('link')).toHaveCount(7)
    await page.getByRole('tab', { name: 'Earn' }).click()
    const earn = page.getByRole('tabpanel', { name: 'Earn', exact: true }).getByRole('link')
    await expect(earn).toHaveCount(7)
    await earn.filter({ hasText: 'Daily tickets' }).click()
    await page.getByRole('button', { name: /^Claim \d ticket/ }).click()
    await expect(page.getByRole('button', { name: 'Claimed today' })).toBeVisible()
    // Back on the missions, the selected tab is unchanged.
    await page.goBack()
    await expect(earn.filter({ hasText: 'Daily tickets' })).toContainText('Done today')
    await page.getByRole('switch', { name: 'Available only' }).click()
    await expect(earn).toHaveCount(6)
    await expect(earn.filter({ hasText: 'Daily tickets' })).toHaveCount(0)
  })

  await test.step('the invitation leads to its event, the purchase mission to the shop', async () => {
    await navigateInApp(page, `${DASHBOARD}/missions/4`)
    await expect(page.getByRole('link', { name: 'Invite friends' })).toHaveAttribute(
      'href',
      /^\/rewards\/invite-event/,
    )
    await navigateInApp(page, `${DASHBOARD}/missions/6`)
    await expect(page.getByRole('link', { name: 'Open the XP shop' })).toHaveAttribute(
      'href',
      /\/missions\/6\/buy-xp/,
    )
  })

  await test.step('every earn and partner mission has art, steps, its proof and its reward', async () => {
    const missions = await demo.api.call('mission.list', { params: { seasonId: SEASON } })
    const proven = missions.list.filter(({ type }) => type === 'EARN' || type === 'PARTNER')
    expect(proven).toHaveLength(9)
    for (const { missionId, type, title, partner } of proven) {
      await navigateInApp(page, `${DASHBOARD}/missions/${missionId}`)
      await expect(page.getByRole('heading', { level: 1, name: title, exact: true })).toBeVisible()
      const progress = page.getByRole('region', { name: 'Your progress' })
      const steps = progress.getByRole('listitem')
      await expect(steps.first()).toBeVisible()
      await expect(progress).toContainText(`of ${await steps.count()}`)
      await expect(page.getByText(/^What counts: .+/)).toBeVisible()
      const reward = page.getByRole('term').first().locator('..')
      await expect(reward).toContainText(/\d XP/)
      if (type === 'PARTNER') {
        await expect(page.getByText(`Partner · ${partner?.name ?? '-'}`)).toBeVisible()
        await expect(page.getByText('1 star', { exact: true })).toBeVisible()
      }
      await expect
        .poll(() =>
          page
            .locator('main img')
            .evaluateAll((found: HTMLImageElement[]) => found.map((each) => each.naturalWidth > 0)),
        )
        .toEqual(type === 'PARTNER' ? [true, true] : [true])
      await checkScreen(`mission-${missionId}`)
    }
  })

  await test.step('the shortcuts of the home screen lead to the check-in and the wheel', async () => {
    for (const mission of [1, 2]) {
      await navigateInApp(page, `/rewards?mission=${mission}`)
      await expect(page).toHaveURL(new RegExp(`${DASHBOARD}/missions/${mission}/?$`))
    }
  })

  await test.step('the dashboard shows the rewards of past rounds that wait for a wallet, and that none was received', async () => {
    const { me } = await demo.api.call('season.show', { params: { seasonId: SEASON } })
    const waiting = Number(me.waitingReward)
    expect(waiting).toBeGreaterThan(0.01)
    await navigateInApp(page, DASHBOARD)
    const part = page.getByText('Waiting for your wallet', { exact: true }).locator('..')
    const short = (Math.floor(waiting * 100) / 100).toLocaleString('en-US')
    await expect(part).toContainText(`${short} `)
    await expect(page.getByText('Received · round 1').locator('..')).toContainText('0 USDS')
    const banners = page.getByRole('region', { name: 'Highlights' })
    await expect(banners.getByRole('listitem')).toHaveCount(3)
    const pictures = banners.locator('img')
    const sources = pictures.evaluateAll((found) => found.map((each) => each.getAttribute('src')))
    expect(await sources).toEqual([
      '/art/banner-wheel.svg',
      '/art/banner-stars.svg',
      '/art/banner-climb.svg',
    ])
    await expect
      .poll(() =>
        pictures.evaluateAll((found: HTMLImageElement[]) =>
          found.map((each) => each.naturalWidth > 0),
        ),
      )
      .toEqual([true, true, true])
    const links = banners.getByRole('link')
    await expect(links).toHaveCount(2)
    await expect(links.first()).toHaveAttribute('href', '/starlight')
    await navigateInApp(page, '/rewards')
    const available = page.getByRole('switch', { name: 'Available only' })
    await expect(available).toBeChecked()
    await available.click()
    await page.getByRole('tab', { name: 'All' }).click()
  })

  await test.step('the selector shows every season and changes address and data', async () => {
    await page.getByRole('button', { name: 'Choose a season' }).click()
    const sheet = page.getByRole('dialog', { name: 'Choose a season' })
    await expect(sheet.getByRole('button')).toHaveCount(3)
    await checkScreen('selector')
    await sheet.getByRole('button', { name: /Upcoming/ }).click()
    await expect(page).toHaveURL(/\/rewards\/dashboard\/3/)
    await expect(page.getByText('Opens 11 Jul', { exact: true })).toBeVisible()
    await expect(missionRows(page).first()).toContainText('Opens 11 Jul 00:00 (UTC+4)')
    await checkScreen('upcoming')
    await page.getByRole('button', { name: new RegExp(titleOf('UPCOMING')) }).click()
    await page.getByRole('dialog').getByRole('button', { name: /Ended/ }).click()
    await expect(page).toHaveURL(/\/rewards\/dashboard\/1/)
    await expect(page.getByText(/^You finished in /)).toBeVisible()
    await checkScreen('ended')
  })

  await test.step('the rules page shows the rules and the odds of the wheel, and no season', async () => {
    await page.getByRole('link', { name: 'Rules' }).click()
    await expect(page.getByRole('heading', { name: 'Season rules' })).toBeVisible()
    await expect(page.getByRole('row', { name: '1,000 XP 1%' })).toBeVisible()
    await checkScreen('rules')
  })
})

for (const [language, texts] of [
  ['en', { retry: 'Try again' }],
  ['ko', { retry: '다시 시도' }],
] as const) {
  test(`a member opens every screen of the programme in ${language} and sees what failed to load`, async ({
    page,
    demo,
    checkScreen,
    expectAccessible,
    allowConsoleErrors,
  }) => {
    allowConsoleErrors(/status of 500/)
    await open(page, demo)
    if (language === 'ko') await chooseLanguage(page, '한국어')
    await expect(page.locator('html')).toHaveAttribute('lang', language)
    const busy = page.locator('[aria-busy=true]')
    for (const [name, path] of [
      ['home', '/home'],
      ['rewards', '/rewards'],
      ['starlight', '/starlight'],
      ['dashboard', DASHBOARD],
      ['tiers', `/rewards/tier/${SEASON}`],
      ['rules', '/rewards/dashboard/rules'],
      ['ranking', `${DASHBOARD}/ranking`],
      ['history', `${DASHBOARD}/history`],
      ['check-in', `${DASHBOARD}/missions/1`],
      ['spin', `${DASHBOARD}/missions/2`],
      ['ticket', `${DASHBOARD}/missions/3`],
      ['invite', `${DASHBOARD}/missions/4`],
      ['partner', `${DASHBOARD}/missions/5`],
      ['shop', `${DASHBOARD}/missions/6`],
      ['code', `${DASHBOARD}/missions/8`],
      ['on-chain', `${DASHBOARD}/missions/11`],
      ['ticket-history', `${DASHBOARD}/missions/3/ticket-history`],
    ] as const) {
      await navigateInApp(page, path)
      await expect(page.getByRole('main')).toBeVisible()
      await expect(busy).toHaveCount(0)
      await checkScreen(`${language}-${name}`)
    }

    const failed = {
      en: {
        ranking: 'Failed to load leaderboard.',
        checkIn: 'Failed to load check-in event.',
        missions: 'We couldn’t load the missions.',
      },
      ko: {
        ranking: '랭킹을 불러오지 못했어요.',
        checkIn: '출석 체크 이벤트를 불러오지 못했어요.',
        missions: '미션을 불러오지 못했어요.',
      },
    }[language]
    for (const [call, path, message] of [
      ['**/seasons/1/rankings', '/rewards/dashboard/1/ranking', failed.ranking],
      ['**/seasons/1/missions/1', '/rewards/dashboard/1/missions/1', failed.checkIn],
      ['**/seasons/1/missions', '/rewards/dashboard/1', failed.missions],
    ] as const) {
      await page.route(call, (route) => route.fulfill(FAILURE))
      await navigateInApp(page, path)
      await expect(page.getByText(message)).toBeVisible()
      await expectAccessible()
      await page.unroute(call)
      await page.getByRole('button', { name: texts.retry }).click()
      await expect(page.getByText(message)).toHaveCount(0)
    }
    if (language === 'ko') await chooseLanguage(page, 'English')
  })
}

test('a member sees the last loaded numbers and their age when they cannot be reloaded', async ({
  page,
  demo,
  checkScreen,
  allowConsoleErrors,
}) => {
  allowConsoleErrors(/status of 500|Failed to load resource|maintenance flag/)
  await open(page, demo)
  await navigateInApp(page, DASHBOARD)
  const level = page.getByText(/^Level \d+$/)
  const shown = await level.textContent()
  await page.route(`**/seasons/${SEASON}`, (route) => route.fulfill(FAILURE))
  await navigateInApp(page, '/more')
  await expect(page.getByRole('heading', { name: 'More' })).toBeVisible()
  await navigateInApp(page, DASHBOARD)

  await expect(page.getByText(/^as of \d\d:\d\d$/)).toBeVisible()
  await expect(level).toHaveText(shown ?? '')
  await checkScreen('as-of')
  await page.unroute(`**/seasons/${SEASON}`)
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByText(/^as of/)).toHaveCount(0)

  // The code of the screen is loaded; only its data is missing.
  await navigateInApp(page, `${DASHBOARD}/missions/5`)
  await expect(page.getByRole('link', { name: /^Open lumen/ })).toBeVisible()
  await navigateInApp(page, DASHBOARD)
  await expect(level).toBeVisible()
  await page.context().setOffline(true)
  await expect(page.getByText(/^Offline\. Last updated \d\d:\d\d$/)).toBeVisible()
  await expect(level).toHaveText(shown ?? '')
  await navigateInApp(page, `${DASHBOARD}/missions/10`)
  await expect(page.getByText('We couldn’t load this mission.')).toBeVisible()
  await checkScreen('offline')
  await page.context().setOffline(false)
  await expect(page.getByRole('link', { name: /^Open northfield/ })).toBeVisible()
})

test('a member sees an error for a season, a mission or an entry that does not exist', async ({
  page,
  demo,
}) => {
  await open(page, demo)
  for (const path of [
    '/rewards/dashboard/99',
    `${DASHBOARD}/missions/99`,
    `${DASHBOARD}/history/999999`,
    '/rewards/dashboard/99/ranking',
  ]) {
    await navigateInApp(page, path)
    await expect(page.getByText('We couldn’t find that.').first()).toBeVisible()
  }
})

test('a member between seasons sees the next one on home, rewards and starlight, and missions are rejected', async ({
  page,
  server,
  goTo,
  checkScreen,
}) => {
  const demo = await demoMember(server.url)
  const { list } = await demo.api.call('season.list')
  const next = list.find(({ status }) => status === 'UPCOMING')?.title ?? '-'
  // Log in after moving the clock, because a session that is idle for two weeks expires.
  await goTo(16, '23:00')
  await open(page, demo)
  await navigateInApp(page, `${DASHBOARD}/missions/1`)
  await expect(page.getByRole('button', { name: /^Check in for/ })).toBeVisible()

  await goTo(18, '12:00')
  await page.getByRole('button', { name: /^Check in for/ }).click()
  await expect(page.getByText('This season isn’t open.')).toBeVisible()
  await expect(page.getByText('This season has ended.')).toBeVisible()

  await navigateInApp(page, '/home')
  await expect(page.getByRole('link', { name: new RegExp(`Next: ${next}`) })).toContainText(
    /opens in 1 d/,
  )
  await expect(page.getByText('These open when a season starts.')).toBeVisible()
  await checkScreen('home-between')
  await navigateInApp(page, '/rewards')
  await expect(page.getByText('Between seasons')).toBeVisible()
  await checkScreen('rewards-between')
  // The rewards of the season before the last one expired after thirty days without a wallet.
  await page.getByRole('tab', { name: 'Ended' }).click()
  await expect(page.getByRole('link', { name: /Completed/ })).toHaveAttribute(
    'href',
    new RegExp(`/dashboard/${SEASON}`),
  )
  await expect(page.getByRole('link', { name: /Expired/ })).toHaveAttribute(
    'href',
    new RegExp(`/dashboard/${SEASON - 1}`),
  )
  await checkScreen('rewards-expired')
  await navigateInApp(page, '/starlight')
  await expect(page.getByRole('button', { name: new RegExp(next) })).toBeVisible()
  await checkScreen('starlight-between')
})
