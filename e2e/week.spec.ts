import type { Page } from '@playwright/test'
import { ApiSession } from './support/api.ts'
import { logIn } from './support/log-in.ts'
import { navigateInApp } from './support/navigate-in-app.ts'
import type { TestMember } from './support/members.ts'
import { unlock } from './support/pin.ts'
import { pressWhenReady } from './support/press.ts'
import { DASHBOARD, SEASON, expect, test } from './support/programme-server.ts'

test.use({ clockOf: 'week', isEmbedded: true, deviceScaleFactor: 1 })
test.setTimeout(300_000)

const CHECK_IN = `${DASHBOARD}/missions/1/`
const SPIN = `${DASHBOARD}/missions/2/`
const TICKET = `${DASHBOARD}/missions/3`
/** Missions that are proven by opening a link for ten seconds, with their XP. */
const LINK_MISSIONS = [
  [7, 80],
  [10, 200],
  [12, 100],
] as const
const DAILY_LINK = [9, 60] as const
const DAILY_LINK_PATH = `${DASHBOARD}/missions/${DAILY_LINK[0]}`
const SILVER_XP = 2000

/** Opens the screen again, so that it reloads its data. */
async function visit(page: Page, path: string): Promise<void> {
  await navigateInApp(page, '/more')
  await expect(page.getByRole('heading', { name: 'More' })).toBeVisible()
  await navigateInApp(page, path)
}

/** Opens a new session, because the clock has passed the end of the last one. */
async function logInOver(origin: string, { email, password }: TestMember): Promise<ApiSession> {
  const api = new ApiSession(origin)
  await api.call('auth.login', { body: { email, password } })
  return api
}

const execute = (api: ApiSession, missionId: number) =>
  api.call('mission.execute', { params: { seasonId: SEASON, missionId }, body: {} })

async function seasonXp(api: ApiSession): Promise<number> {
  const { me } = await api.call('season.show', { params: { seasonId: SEASON } })
  return me.seasonXp
}

/** Returns the XP of the next check-in. Valid below Silver and level 100, which add a bonus. */
async function nextCheckInXp(api: ApiSession): Promise<number> {
  const mission = await api.call('mission.show', { params: { seasonId: SEASON, missionId: 1 } })
  if (mission.type !== 'CHECK_IN') throw new Error('Mission 1 is not the check-in')
  const { daysParticipated, baseXp, bonusEvery, bonusXp } = mission
  return (daysParticipated + 1) % bonusEvery === 0 ? baseXp + bonusXp : baseXp
}

async function entryCount(api: ApiSession): Promise<number> {
  const { totalCount } = await api.call('history.list', {
    params: { seasonId: SEASON },
    query: { tab: 'Earned' },
  })
  if (totalCount === null) throw new Error('A numbered page has a total count')
  return totalCount
}

test('a member completes a week: check-ins at the edges of the window, the fifth’s bonus, tickets, spins, levels and a tier', async ({
  page,
  context,
  server,
  newMember,
  goTo,
  clock,
  checkScreen,
}) => {
  const member = await newMember()
  const { list: seasons } = await member.api.call('season.list')
  const titleOf = (expected: string) =>
    seasons.find(({ status }) => status === expected)?.title ?? 'missing'
  await page.goto('/auth/login')
  await logIn(page, { ...member, keepLoggedIn: true })
  await expect(page).toHaveURL('/home')

  await test.step('home shows the running season and the missions of today', async () => {
    const live = page.getByRole('link', { name: new RegExp(titleOf('ONGOING')) })
    await expect(live).toContainText('Bronze · Level 1')
    await expect(page.getByText(titleOf('ENDED'))).toHaveCount(0)
    await expect(page.getByRole('link', { name: /Create your wallet/ })).toBeVisible()
    await expect(page.getByRole('link', { name: /Credit/ })).toHaveAttribute(
      'href',
      /\/home\/buy-credit/,
    )
    await expect(page.getByText('Coming soon')).toBeVisible()
    await expect(page.getByText('How do seasons, levels and tiers work?')).toBeVisible()
    await expect(page.getByRole('link', { name: /^Spin/ })).toContainText('1 free spin')
    await expect(page.getByRole('link', { name: /^Tickets/ })).toContainText('Claim 1 ticket')
    await checkScreen('home')
  })

  const checkInButton = (xp: number) => page.getByRole('button', { name: `Check in for ${xp} XP` })
  const days = (count: number) =>
    expect(page.getByText(new RegExp(`^${count}days? participated$`))).toBeVisible()

  await test.step('the first check-in gives 50 XP, once a day', async () => {
    await page.getByRole('link', { name: /Daily check-in/ }).click()
    await expect(page).toHaveURL(CHECK_IN)
    await expect(page.getByText('Mon 21 June, 01:00 – 23:59')).toBeVisible()
    await checkScreen('check-in')
    await checkInButton(50).click()
    await expect(page.getByText('50 XP added')).toBeVisible()
    await expect(page.getByRole('button', { name: 'Checked in today' })).toBeDisabled()
    await expect(page.getByText('Next check-in: 2027-06-22 01:00 (UTC+4)')).toBeVisible()
    await days(1)
    await checkScreen('checked-in')

    await navigateInApp(page, DASHBOARD)
    await page
      .getByRole('tabpanel')
      .getByRole('link', { name: /Daily check-in/ })
      .click()
    await expect(page).toHaveURL(CHECK_IN)
    // Open it like a deep link does.
    await page.goto(CHECK_IN)
    await unlock(page, member.pin)
    await expect(page).toHaveURL(CHECK_IN)
    await days(1)
  })

  await test.step('the window is closed from 00:00 to 01:00 and opens at 01:00', async () => {
    await goTo(1, '00:30')
    await visit(page, CHECK_IN)
    await expect(page.getByText('Check-in time is not available')).toBeVisible()
    await expect(page.getByText('Next check-in: 2027-06-22 01:00 (UTC+4)')).toBeVisible()
    await expect(page.getByRole('button', { name: 'Check in', exact: true })).toBeDisabled()
    await checkScreen('closed')

    await goTo(1, '01:00')
    await visit(page, CHECK_IN)
    await checkInButton(50).click()
    await days(2)
  })

  await test.step('a screen that stayed open past its window is rejected with the message', async () => {
    await goTo(2, '23:57')
    await visit(page, CHECK_IN)
    await expect(checkInButton(50)).toBeVisible()
    await goTo(3, '00:05')
    await checkInButton(50).click()
    await expect(page.getByText('Check-in time is not available').first()).toBeVisible()
    await expect(page.getByText('Next check-in: 2027-06-24 01:00 (UTC+4)')).toBeVisible()
    await days(2)

    await goTo(3, '23:57')
    await visit(page, CHECK_IN)
    await checkInButton(50).click()
    await days(3)
  })

  await test.step('tickets are claimed once a day; there is a free spin, one for a ticket, then none', async () => {
    await goTo(4, '12:00')
    await visit(page, CHECK_IN)
    await checkInButton(50).click()
    await expect(page.getByText('50 XP added. Your next check-in earns the bonus.')).toBeVisible()
    await days(4)

    await navigateInApp(page, TICKET)
    await checkScreen('tickets')
    await page.getByRole('button', { name: 'Claim 1 ticket' }).click()
    await expect(page.getByText('1 ticket added')).toBeVisible()
    await expect(page.getByRole('button', { name: 'Claimed today' })).toBeDisabled()
    await expect(page.getByText('Next tickets: 2027-06-26 00:00 (UTC+4)')).toBeVisible()

    await page.getByRole('link', { name: /Use them on the wheel/ }).click()
    await expect(page).toHaveURL(SPIN)
    await expect(page.getByText('1 free spin today · 1 ticket')).toBeVisible()
    await page.getByRole('button', { name: 'Remind me' }).click()
    await expect(page.getByText('Reminder on')).toBeVisible()
    await checkScreen('spin')
    await pressWhenReady(page, 'Spin for free')
    await expect(page.getByRole('button', { name: /^You won [\d,]+ XP/ })).toBeVisible()
    await expect(page.getByText('Verified fair · See details')).toBeVisible()
    await pressWhenReady(page, 'Spin for 1 ticket')
    await expect(page.getByText('No more spins available today.')).toBeVisible()
    await expect(page.getByText('Next free spin: 2027-06-26 00:00 (UTC+4)')).toBeVisible()
    await checkScreen('no-spins')

    await page.getByRole('button', { name: /Verified fair/ }).click()
    const values = page.getByRole('dialog', { name: 'Verified fair' })
    await expect(values.getByText('Commitment (shown before the spin)')).toBeVisible()
    await expect(
      values.getByText('10:4000,30:2500,50:1800,100:1200,300:400,1000:100'),
    ).toBeVisible()
    await expect(values.getByText(/^[0-9a-f]{64}$/)).toHaveCount(2)
    await checkScreen('verified-fair')
    await page.keyboard.press('Escape')
  })

  await test.step('the ticket history shows every ticket with the balance after it', async () => {
    await navigateInApp(page, TICKET)
    await page.getByRole('link', { name: /Ticket history/ }).click()
    await expect(page).toHaveURL(`${TICKET}/ticket-history/`)
    const rows = page.getByRole('listitem')
    await expect(rows).toHaveCount(2)
    await expect(rows.nth(0)).toContainText('−1 ticketBalance 0')
    await expect(rows.nth(1)).toContainText('+1 ticketBalance 1')
    await checkScreen('ticket-history')
  })

  await test.step('the fifth check-in gives its bonus, with or without a day in between', async () => {
    await goTo(5, '09:00')
    await visit(page, CHECK_IN)
    await expect(page.getByText('50 XP + 100 XP for the 5th check-in')).toBeVisible()
    await checkInButton(150).click()
    await expect(page.getByText('150 XP added')).toBeVisible()
    await days(5)
    // Four times 50 and once 150.
    await expect(page.getByText('350 XP')).toBeVisible()
    await checkScreen('fifth')
  })

  await test.step('a partner’s link that was open for a while lights a star; a code is checked', async () => {
    await context.route(/^https:\/\/(lumen|tidewater)\.example\//, (route) =>
      route.fulfill({ contentType: 'text/html', body: '<title>Partner</title>' }),
    )
    const openLink = async (host: string) => {
      const opened = context.waitForEvent('page')
      // Watch while clicking, because the countdown takes ten seconds.
      await Promise.all([
        expect(page.getByText(/^Ready in \d+s$/)).toBeVisible(),
        page.getByRole('link', { name: `Open ${host}` }).click(),
      ])
      await (await opened).close()
    }
    // Opened but not claimed: it must be opened again tomorrow.
    await navigateInApp(page, DAILY_LINK_PATH)
    await openLink('tidewater.example')
    await navigateInApp(page, `${DASHBOARD}/missions/5`)
    await checkScreen('partner')
    await expect(page.getByRole('button', { name: 'Remind me' })).toHaveCount(0)
    await openLink('lumen.example')
    await page.getByRole('button', { name: 'Claim 120 XP' }).click()
    await expect(page.getByText('120 XP added. You lit a star!')).toBeVisible()
    await expect(page.getByText(/^Level up! Level \d+$/)).toBeVisible()
    await checkScreen('star-lit')

    await navigateInApp(page, `${DASHBOARD}/missions/8`)
    await page.getByRole('button', { name: 'Claim 150 XP' }).click()
    await expect(page.getByText('Enter the code')).toBeVisible()
    await page.getByLabel('Code').fill('SOUTHSTAR')
    await page.getByRole('button', { name: 'Claim 150 XP' }).click()
    await expect(page.getByText('That code isn’t right. Check it and try again.')).toBeVisible()
    await page.getByLabel('Code').fill('NORTHSTAR')
    await checkScreen('code')
    const phone = await logInOver(server.url, member)
    const before = await seasonXp(phone)
    await page.getByRole('button', { name: 'Claim 150 XP' }).click()
    // A level that is reached with it is celebrated over the toast.
    await expect(page.getByRole('button', { name: 'Completed' })).toBeDisabled()
    expect(await seasonXp(phone)).toBe(before + 150)

    await navigateInApp(page, '/starlight')
    await expect(page.getByRole('img', { name: /1 of 7 stars lit/ })).toBeVisible()
    await checkScreen('starlight')
  })

  await test.step('a daily link must be opened again', async () => {
    await goTo(6, '11:00')
    await visit(page, DAILY_LINK_PATH)
    await expect(page.getByRole('link', { name: 'Open tidewater.example' })).toBeVisible()
  })

  let api = member.api
  await test.step('a check-in days later reaches Silver, and the app celebrates it', async () => {
    let isReached = false
    let day = 6
    for (; day < 17 && !isReached; day += 1) {
      await goTo(day, '12:00')
      api = await logInOver(server.url, member)
      const links = day === 6 ? [...LINK_MISSIONS, DAILY_LINK] : [DAILY_LINK]
      for (const [missionId, xp] of links) {
        if ((await seasonXp(api)) + xp >= SILVER_XP) continue
        await api.call('mission.open', { params: { seasonId: SEASON, missionId } })
        await clock.advance(10_000)
        await execute(api, missionId)
      }
      isReached = (await seasonXp(api)) + (await nextCheckInXp(api)) >= SILVER_XP
      if (!isReached) await execute(api, 1)
    }
    expect(isReached).toBe(true)
    // A lucky wheel reaches Silver within a few days; continue until the history needs a second
    // page.
    for (; (await entryCount(api)) < 20; day += 1) {
      await goTo(day, '12:00')
      api = await logInOver(server.url, member)
      await execute(api, 3)
    }
    await visit(page, CHECK_IN)
    await page.getByRole('button', { name: /^Check in for/ }).click()
    const sheet = page.getByRole('dialog', { name: 'You reached Silver' })
    await expect(sheet.getByText('+5% on mission XP')).toBeVisible()
    await expect(sheet.getByText('2 tickets a day')).toBeVisible()
    await checkScreen('tier-up')
    await sheet.getByRole('button', { name: 'Keep going' }).click()
  })

  await test.step('the dashboard, the tiers, the ranking and the history show it', async () => {
    await navigateInApp(page, DASHBOARD)
    await expect(page.getByRole('link', { name: /^Silver tier, level \d+/ })).toBeVisible()
    const { me } = await api.call('season.show', { params: { seasonId: SEASON } })
    const toNext = `${me.xpToNextLevel} XP to level ${me.level + 1}`
    await expect(page.getByText(toNext, { exact: true })).toBeVisible()
    const tickets = page.getByRole('link', { name: /Tickets · 2 a day/ })
    await expect(tickets).toHaveText(`${me.tickets}Tickets · 2 a day`)
    const rank = page.getByRole('link', { name: /Rank$/ })
    await expect(rank).toHaveText(`${me.rank?.toLocaleString('en-US')}Rank`)
    await expect(page.getByText(/^Estimated · round \d$/)).toBeVisible()
    await expect(
      page.getByText(/^Estimate if the round ended now: your [\d,]+ of [\d,]+ round XP/),
    ).toBeVisible()
    await checkScreen('dashboard')
    await page.getByRole('link', { name: /^Silver tier/ }).click()
    await expect(page.getByRole('listitem').filter({ hasText: 'Your tier' })).toContainText(
      'Silver',
    )
    await checkScreen('tiers')
    await page.goBack()

    await rank.click()
    await expect(page).toHaveURL(`${DASHBOARD}/ranking`)
    await expect(
      page.getByRole('list', { name: 'Ranks 4 to 100' }).getByRole('listitem'),
    ).toHaveCount(97)
    await expect(page.locator('[data-own-rank]')).toContainText(/\d XP to rank \d+|Tied with rank/)
    await checkScreen('ranking')
    await page.goBack()

    await page.getByRole('link', { name: /Season XP$/ }).click()
    await expect(page.getByRole('tab', { name: 'Earned' })).toHaveAttribute('aria-selected', 'true')
    await page.getByRole('button', { name: 'Show more' }).click()
    await checkScreen('history')
    await page
      .getByRole('link', { name: /XP spin/ })
      .first()
      .click()
    await expect(page.getByRole('button', { name: /Verified fair/ })).toBeVisible()
    await checkScreen('history-item')
    await page.goBack()
    const bonus = page.getByRole('link', { name: /Daily check-in.*\+150 XP/ }).first()
    await bonus.click()
    await expect(page.getByText('5th check-in bonus')).toBeVisible()
    await page.goBack()
    await page.getByRole('tab', { name: 'Purchased' }).click()
    await expect(page).toHaveURL(/tab=Purchased/)
    await expect(page.getByRole('heading', { name: 'No purchases yet' })).toBeVisible()
    await checkScreen('nothing-bought')
  })
})
