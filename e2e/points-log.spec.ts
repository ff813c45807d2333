import type { Page } from '@playwright/test'
import type { CallData } from '@solstice/contract/wire'
import { HOUR_MS } from '@solstice/rules/duration'
import { startOfNextDay } from '@solstice/rules/programme-day'
import { LogServer, posting } from '../apps/web/test/log-server.ts'
import { requestsOf } from './support/api.ts'
import { chooseLanguage } from './support/choose-language.ts'
import { expect, test } from './support/fixtures.ts'
import { enter, enterAndStayLoggedIn } from './support/log-in.ts'
import type { TestMember } from './support/members.ts'
import { navigateInApp } from './support/navigate-in-app.ts'
import { unlock } from './support/pin.ts'
import { seasonClock } from './support/season-clock.ts'
import { tamper } from './support/tamper.ts'

const SEASON = 2
const HISTORY = `/rewards/dashboard/${SEASON}/history`
/** The job appends every ten seconds. */
const UNTIL_APPENDED_MS = 11_000

const execute = ({ api }: TestMember, missionId: number) =>
  api.call('mission.execute', { params: { seasonId: SEASON, missionId }, body: {} })

const ownLog = ({ api }: TestMember) => api.call('pointsLog.mine', { query: { after: 0, seen: 0 } })

const title = (page: Page, name: string) => page.getByRole('heading', { level: 2, name })

/** Returns a log of the same size with another amount, which is properly signed and proven. */
function forkOf({ anchor, entries }: CallData<'pointsLog.mine'>, userId: number): LogServer {
  if (!anchor) throw new Error('The log has no root on chain')
  const fork = new LogServer()
  const others = Array.from({ length: anchor.size }, (_, at) => posting(at + 1, 5))
  fork.post(userId + 1, ...others)
  fork.post(
    userId,
    ...entries.map(({ historyId }, at) => ({ ...posting(anchor.size + 1 + at, 9000), historyId })),
  )
  fork.append()
  const { chainId, address, size } = anchor
  fork.anchor = { chainId, address, size }
  return fork
}

/** Fetches and compares all entries again. */
async function checkAgain(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'About the public log' }).click()
  const sheet = page.getByRole('dialog')
  const again = sheet.getByRole('button', { name: 'Check again' })
  await again.click()
  await expect(again).not.toHaveAttribute('aria-busy', 'true')
  await sheet.getByRole('button', { name: 'Close' }).click()
  await expect(sheet).toHaveCount(0)
}

test('a phone compares a member’s entries with the public log and warns of every change', async ({
  page,
  browser,
  server,
  newMember,
  clock,
  checkScreen,
  allowConsoleErrors,
}) => {
  allowConsoleErrors(/Failed to load resource/)
  // Journeys before this one may have requested the anchor of this programme day, on another day of
  // the phone. The one of the next programme day follows the entries of this member.
  const time = seasonClock(server)
  await time.goTo(startOfNextDay(await time.now()).getTime() + HOUR_MS)
  const member = await newMember()
  const { historyId } = await execute(member, 1)
  await execute(member, 3)
  await clock.advance(UNTIL_APPENDED_MS)
  await expect.poll(async () => (await ownLog(member)).count).toBe(2)
  const { entries } = await ownLog(member)
  const checkIn = entries.find((entry) => entry.historyId === historyId)
  const of = checkIn?.transactionId ?? 0
  const { userId } = await member.api.call('users.me')
  const account = `account_id in (select id from ledger_accounts where member_id = ${userId})`

  await test.step('the history shows what the phone found in the log', async () => {
    await enterAndStayLoggedIn(page, member)
    await navigateInApp(page, HISTORY)
    await expect(title(page, 'All 2 entries check out')).toBeVisible()
    await expect(page.getByText(/^Your phone compared them with the public log at/)).toBeVisible()
    await expect(page.getByText('Recorded', { exact: true })).toHaveCount(2)
    await checkScreen('recorded')
    await page.getByRole('button', { name: 'About the public log' }).press('Enter')
    await expect(page.getByRole('heading', { name: 'A log that can’t be changed' })).toBeVisible()
    await checkScreen('about')
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog')).toHaveCount(0)
  })

  await test.step('the phone knows it without a connection to the log', async () => {
    await page.route(requestsOf('pointsLog.mine'), (route) => route.abort())
    await page.reload()
    await unlock(page, member.pin)
    await expect(title(page, 'All 2 entries check out')).toBeVisible()
    await expect(page.getByText('Recorded', { exact: true })).toHaveCount(2)
    await page.unroute(requestsOf('pointsLog.mine'))
  })

  await test.step('it reads the fingerprint of the log on chain', async () => {
    await expect
      .poll(
        async () => {
          await clock.advance(UNTIL_APPENDED_MS)
          const { postedAt } = (await ownLog(member)).anchor ?? {}
          return postedAt?.slice(0, 10) === (await time.now()).toISOString().slice(0, 10)
        },
        { intervals: [500] },
      )
      .toBe(true)
    await checkAgain(page)
    await expect(page.getByText(/Today’s fingerprint is on /)).toBeVisible()
    await checkScreen('on-chain')
  })

  await test.step('a phone that is served another log finds it by the chain', async () => {
    const fork = forkOf(await ownLog(member), userId)
    const other = await browser.newContext({ baseURL: server.url })
    const phone = await other.newPage()
    await phone.route(requestsOf('pointsLog.mine'), (route) => {
      const query = new URL(route.request().url()).searchParams
      const [after, seen] = [Number(query.get('after')), Number(query.get('seen'))]
      const data = fork.reply(userId, { after, seen })
      return route.fulfill({ json: { code: 0, success: true, msg: '', data } })
    })
    await enter(phone, member)
    await navigateInApp(phone, HISTORY)
    await expect(title(phone, 'The log doesn’t match the blockchain')).toBeVisible()
    await other.close()
  })

  await test.step('it warns of an altered posting as soon as the history opens', async () => {
    await tamper(
      server,
      `update ledger_entries set amount = 20 where transaction_id = ${of} and ${account}`,
    )
    await page.reload()
    await unlock(page, member.pin)
    await expect(page.getByRole('alert').getByText('1 entry doesn’t match')).toBeVisible()
    await expect(page.getByText('Recorded: 50 XP')).toBeVisible()
    await expect(page.getByText('Shown by the server: 20 XP')).toBeVisible()
    await expect(page.getByText('1 of 2 fine')).toBeVisible()
    await expect(page.getByRole('link', { name: 'Send the proof to Solstice' })).toBeVisible()
    await checkScreen('altered')
    const download = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Share it with someone else' }).click()
    expect((await download).suggestedFilename()).toMatch(/^solstice-log-proof-.*\.json$/)
  })

  await test.step('of a deleted one', async () => {
    await tamper(server, `delete from ledger_entries where transaction_id = ${of} and ${account}`)
    await checkAgain(page)
    await expect(page.getByText('Recorded: 50 XP')).toBeVisible()
    await expect(page.getByText('Missing on the server')).toBeVisible()
  })

  await test.step('not after the posting is back', async () => {
    await tamper(
      server,
      `insert into ledger_entries (transaction_id, account_id, amount)
        select ${of}, id, 50 from ledger_accounts
        where member_id = ${userId} and asset in ('XP', 'SEASON_XP')`,
    )
    await checkAgain(page)
    await expect(title(page, 'All 2 entries check out')).toBeVisible()
  })

  await test.step('and of an inserted one', async () => {
    await tamper(
      server,
      `insert into ledger_entries (transaction_id, account_id, amount)
        select (select min(id) from ledger_transactions), id, 7000 from ledger_accounts
        where member_id = ${userId} and asset = 'XP'`,
    )
    await checkAgain(page)
    await expect(page.getByText('Never recorded')).toBeVisible()
    await expect(page.getByText('Shown by the server: 7,000 XP')).toBeVisible()
    await chooseLanguage(page, '한국어')
    await navigateInApp(page, HISTORY)
    await expect(title(page, '1건이 기록과 달라요')).toBeVisible()
    await checkScreen('inserted-ko')
  })
})
