import type { Page } from '@playwright/test'
import { ApiSession } from './support/api.ts'
import { logIn } from './support/log-in.ts'
import { goInside } from './support/go-inside.ts'
import type { TestMember } from './support/members.ts'
import { unlock } from './support/pin.ts'
import { pressWhenReady } from './support/press.ts'
import { DASHBOARD, SEASON, expect, test } from './support/programme-server.ts'

test.use({ clockOf: 'week', isEmbedded: true, deviceScaleFactor: 1 })
test.setTimeout(300_000)

const CHECK_IN = `${DASHBOARD}/missions/1/`
const SPIN = `${DASHBOARD}/missions/2/`
const TICKET = `${DASHBOARD}/missions/3`
/** Proven by opening a link for ten seconds, and what they give. */
const LINK_MISSIONS = [
  [7, 80],
  [10, 200],
  [12, 100],
] as const
const DAILY_LINK = [9, 60] as const
const DAILY_LINK_PATH = `${DASHBOARD}/missions/${DAILY_LINK[0]}`
const SILVER_XP = 2000

/** As if it were opened anew: what it shows is asked for again. */
async function visit(page: Page, path: string): Promise<void> {
  await goInside(page, '/more')
  await expect(page.getByRole('heading', { name: 'More' })).toBeVisible()
  await goInside(page, path)
}

/** A session of its own, because the clock has gone past the last one. */
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

/** The XP of the next check-in. Valid below Silver and level 100, which add a bonus to it. */
async function nextCheckInXp(api: ApiSession): Promise<number> {
  const mission = await api.call('mission.show', { params: { seasonId: SEASON, missionId: 1 } })
  if (mission.type !== 'CHECK_IN') throw new Error('Mission 1 is no check-in')
  const { daysParticipated, baseXp, bonusEvery, bonusXp } = mission
  return (daysParticipated + 1) % bonusEvery === 0 ? baseXp + bonusXp : baseXp
}

async function entryCount(api: ApiSession): Promise<number> {
  const { totalCount } = await api.call('history.list', {
    params: { seasonId: SEASON },
    query: { tab: 'Earned' },
  })
  return totalCount
}

test('a member’s week: check-ins at the edges of the window, the fifth’s bonus, tickets, spins, levels and a tier', async ({
  page,
  context,
  server,
  newMember,
  goTo,
  clock,
  look,
}) => {
  const member = await newMember()
  const { list: seasons } = await member.api.call('season.list')
  const titleOf = (wanted: string) =>
    seasons.find(({ status }) => status === wanted)?.title ?? 'missing'
  await page.goto('/auth/login')
  await logIn(page, { ...member, keepLoggedIn: true })
  await expect(page).toHaveURL('/home')

  await test.step('home shows the season that runs and what can be done today', async () => {
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
    await look('home')
  })

  const doCheckIn = (xp: number) => page.getByRole('button', { name: `Check in for ${xp} XP` })
  const days = (count: number) =>
    expect(page.getByText(new RegExp(`^${count}days? participated$`))).toBeVisible()

  await test.step('the first check-in gives 50 XP, once a day', async () => {
    await page.getByRole('link', { name: /Daily check-in/ }).click()
    await expect(page).toHaveURL(CHECK_IN)
    await expect(page.getByText('Mon 21 June, 01:00 – 23:59')).toBeVisible()
    await look('check-in')
    await doCheckIn(50).click()
    await expect(page.getByText('50 XP added')).toBeVisible()
    await expect(page.getByRole('button', { name: 'Checked in today' })).toBeDisabled()
    await expect(page.getByText('Next check-in: 2027-06-22 01:00 (UTC+4)')).toBeVisible()
    await days(1)
    await look('checked-in')

    await goInside(page, DASHBOARD)
    await page
      .getByRole('tabpanel')
      .getByRole('link', { name: /Daily check-in/ })
      .click()
    await expect(page).toHaveURL(CHECK_IN)
    // As a deep link opens it.
    await page.goto(CHECK_IN)
    await unlock(page, member.pin)
    await expect(page).toHaveURL(CHECK_IN)
    await days(1)
  })

  await test.step('from 00:00 to 01:00 the window is closed, at 01:00 it opens', async () => {
    await goTo(1, '00:30')
    await visit(page, CHECK_IN)
    await expect(page.getByText('Check-in time is not available')).toBeVisible()
    await expect(page.getByText('Next check-in: 2027-06-22 01:00 (UTC+4)')).toBeVisible()
    await expect(page.getByRole('button', { name: 'Check in', exact: true })).toBeDisabled()
    await look('closed')

    await goTo(1, '01:00')
    await visit(page, CHECK_IN)
    await doCheckIn(50).click()
    await days(2)
  })

  await test.step('a screen that outlived its window is refused with the sentence', async () => {
    await goTo(2, '23:57')
    await visit(page, CHECK_IN)
    await expect(doCheckIn(50)).toBeVisible()
    await goTo(3, '00:05')
    await doCheckIn(50).click()
    await expect(page.getByText('Check-in time is not available').first()).toBeVisible()
    await expect(page.getByText('Next check-in: 2027-06-24 01:00 (UTC+4)')).toBeVisible()
    await days(2)

    await goTo(3, '23:57')
    await visit(page, CHECK_IN)
    await doCheckIn(50).click()
    await days(3)
  })

  await test.step('tickets are claimed once a day; a free spin, one for a ticket, then none', async () => {
    await goTo(4, '12:00')
    await visit(page, CHECK_IN)
    await doCheckIn(50).click()
    await expect(page.getByText('50 XP added. Your next check-in earns the bonus.')).toBeVisible()
    await days(4)

    await goInside(page, TICKET)
    await look('tickets')
    await page.getByRole('button', { name: 'Claim 1 ticket' }).click()
    await expect(page.getByText('1 ticket added')).toBeVisible()
    await expect(page.getByRole('button', { name: 'Claimed today' })).toBeDisabled()
    await expect(page.getByText('Next tickets: 2027-06-26 00:00 (UTC+4)')).toBeVisible()

    await page.getByRole('link', { name: /Use them on the wheel/ }).click()
    await expect(page).toHaveURL(SPIN)
    await expect(page.getByText('1 free spin today · 1 ticket')).toBeVisible()
    await page.getByRole('button', { name: 'Remind me' }).click()
    await expect(page.getByText('Reminder on')).toBeVisible()
    await look('spin')
    await pressWhenReady(page, 'Spin for free')
    await expect(page.getByRole('button', { name: /^You won [\d,]+ XP/ })).toBeVisible()
    await expect(page.getByText('Verified fair · See details')).toBeVisible()
    await pressWhenReady(page, 'Spin for 1 ticket')
    await expect(page.getByText('No more spins available today.')).toBeVisible()
    await expect(page.getByText('Next free spin: 2027-06-26 00:00 (UTC+4)')).toBeVisible()
    await look('no-spins')

    await page.getByRole('button', { name: /Verified fair/ }).click()
    const values = page.getByRole('dialog', { name: 'Verified fair' })
    await expect(values.getByText('Commitment (shown before the spin)')).toBeVisible()
    await expect(
      values.getByText('10:4000,30:2500,50:1800,100:1200,300:400,1000:100'),
    ).toBeVisible()
    await expect(values.getByText(/^[0-9a-f]{64}$/)).toHaveCount(2)
    await look('verified-fair')
    await page.keyboard.press('Escape')
  })

  await test.step('the ticket history tells every ticket with the balance after it', async () => {
    await goInside(page, TICKET)
    await page.getByRole('link', { name: /Ticket history/ }).click()
    await expect(page).toHaveURL(`${TICKET}/ticket-history/`)
    const rows = page.getByRole('listitem')
    await expect(rows).toHaveCount(2)
    await expect(rows.nth(0)).toContainText('−1 ticketBalance 0')
    await expect(rows.nth(1)).toContainText('+1 ticketBalance 1')
    await look('ticket-history')
  })

  await test.step('the fifth check-in brings its bonus, with a day between or not', async () => {
    await goTo(5, '09:00')
    await visit(page, CHECK_IN)
    await expect(page.getByText('50 XP + 100 XP for the 5th check-in')).toBeVisible()
    await doCheckIn(150).click()
    await expect(page.getByText('150 XP added')).toBeVisible()
    await days(5)
    // 50 four times and 150 once.
    await expect(page.getByText('350 XP')).toBeVisible()
    await look('fifth')
  })

  await test.step('a partner’s link, opened for a while, lights a star; a code is checked', async () => {
    await context.route(/^https:\/\/(lumen|tidewater)\.example\//, (route) =>
      route.fulfill({ contentType: 'text/html', body: '<title>Partner</title>' }),
    )
    const openLink = async (host: string) => {
      const opened = context.waitForEvent('page')
      await page.getByRole('link', { name: `Open ${host}` }).click()
      await (await opened).close()
      await expect(page.getByText(/^Ready in \d+s$/)).toBeVisible()
    }
    // Opened and not claimed: tomorrow it has to be opened anew.
    await goInside(page, DAILY_LINK_PATH)
    await openLink('tidewater.example')
    await goInside(page, `${DASHBOARD}/missions/5`)
    await look('partner')
    await expect(page.getByRole('button', { name: 'Remind me' })).toHaveCount(0)
    await openLink('lumen.example')
    await page.getByRole('button', { name: 'Claim 120 XP' }).click()
    await expect(page.getByText('120 XP added. You lit a star!')).toBeVisible()
    await expect(page.getByText(/^Level up! Level \d+$/)).toBeVisible()
    await look('star-lit')

    await goInside(page, `${DASHBOARD}/missions/8`)
    await page.getByRole('button', { name: 'Claim 150 XP' }).click()
    await expect(page.getByText('Enter the code')).toBeVisible()
    await page.getByLabel('Code').fill('SOUTHSTAR')
    await page.getByRole('button', { name: 'Claim 150 XP' }).click()
    await expect(page.getByText('That code isn’t right. Check it and try again.')).toBeVisible()
    await page.getByLabel('Code').fill('NORTHSTAR')
    await look('code')
    const phone = await logInOver(server.url, member)
    const before = await seasonXp(phone)
    await page.getByRole('button', { name: 'Claim 150 XP' }).click()
    // A level that is reached with it is celebrated over the toast.
    await expect(page.getByRole('button', { name: 'Completed' })).toBeDisabled()
    expect(await seasonXp(phone)).toBe(before + 150)

    await goInside(page, '/starlight')
    await expect(page.getByRole('img', { name: /1 of 6 stars lit/ })).toBeVisible()
    await look('starlight')
  })

  await test.step('what is daily has to be opened anew', async () => {
    await goTo(6, '11:00')
    await visit(page, DAILY_LINK_PATH)
    await expect(page.getByRole('link', { name: 'Open tidewater.example' })).toBeVisible()
  })

  let api = member.api
  await test.step('days later a check-in leads to Silver, and the app stops for it', async () => {
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
    // A lucky wheel leads there within a few days; the history shall need a second page all the same.
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
    await look('tier-up')
    await sheet.getByRole('button', { name: 'Keep going' }).click()
  })

  await test.step('the dashboard, the tiers, the ranking and the history know it', async () => {
    await goInside(page, DASHBOARD)
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
    await look('dashboard')
    await page.getByRole('link', { name: /^Silver tier/ }).click()
    await expect(page.getByRole('listitem').filter({ hasText: 'Your tier' })).toContainText(
      'Silver',
    )
    await look('tiers')
    await page.goBack()

    await rank.click()
    await expect(page).toHaveURL(`${DASHBOARD}/ranking`)
    await expect(
      page.getByRole('list', { name: 'Ranks 4 to 100' }).getByRole('listitem'),
    ).toHaveCount(97)
    await expect(page.locator('[data-own-rank]')).toContainText(/\d XP to rank \d+|Tied with rank/)
    await look('ranking')
    await page.goBack()

    await page.getByRole('link', { name: /Season XP$/ }).click()
    await expect(page.getByRole('tab', { name: 'Earned' })).toHaveAttribute('aria-selected', 'true')
    await page.getByRole('button', { name: 'Show more' }).click()
    await look('history')
    await page
      .getByRole('link', { name: /XP spin/ })
      .first()
      .click()
    await expect(page.getByRole('button', { name: /Verified fair/ })).toBeVisible()
    await look('history-item')
    await page.goBack()
    const bonus = page.getByRole('link', { name: /Daily check-in.*\+150 XP/ }).first()
    await bonus.click()
    await expect(page.getByText('5th check-in bonus')).toBeVisible()
    await page.goBack()
    await page.getByRole('tab', { name: 'Purchased' }).click()
    await expect(page).toHaveURL(/tab=Purchased/)
    await expect(page.getByRole('heading', { name: 'No purchases yet' })).toBeVisible()
    await look('nothing-bought')
  })
})
