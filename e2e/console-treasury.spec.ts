import { type Page, expect } from '@playwright/test'
import { LOCAL_NETWORKS } from '@solstice/devnet/genesis'
import type { CallData } from '@solstice/contract/wire'
import type { RunningServer } from '../tools/server.ts'
import {
  FINANCE,
  OWNER,
  addPasskey,
  callAsMachine,
  signInWithCode,
  signInWithPasskey,
  test,
} from './support/console-operators.ts'
import { addAuthenticator, consoleUrlOf, overhangOf } from './support/console-steps.ts'
import { approveProposal, confirmAtOnce, confirmProposal } from './support/season-steps.ts'
import {
  TREASURY_KEY,
  mineUntil,
  takePastServer,
  withdraw,
  withdrawingMember,
} from './support/treasury-steps.ts'
import { ETH_CHAIN } from './support/wallet-steps.ts'

const DESKTOP = { width: 1280, height: 800 }
const PHONE = { width: 390, height: 844 }

test.use({
  consoleOf: 'treasury',
  // Both withdrawals, 50 hours later, belong to the same programme day.
  consoleStartsAt: '2027-01-12T08:00:00.000Z',
  consoleSettings: { TREASURY_KEY },
  viewport: DESKTOP,
  isMobile: false,
  hasTouch: false,
})

const HOUR_MS = 3_600_000
/** The largest number of clicks and keystrokes from signed in to stopped. */
const FREEZE_STEPS_MAX = 5
const NETWORK = LOCAL_NETWORKS[0]
const FORECAST = 'Next 30 days, Solstice Local USDS'

async function readAsMachine<Id extends 'payout.list' | 'payout.treasury' | 'payout.forecast'>(
  server: RunningServer,
  id: Id,
): Promise<CallData<Id>> {
  const { code, data } = await callAsMachine(server, id, {})
  if (code !== 0) throw new Error(`${id}: ${code}`)
  // The server validates every reply against the schema of its call.
  return data as CallData<Id>
}

const laneOf = async (server: RunningServer) =>
  (await readAsMachine(server, 'payout.treasury')).lanes.find(
    ({ chainId }) => chainId === ETH_CHAIN,
  )

/** Reads a number as the console formats it. */
const numberIn = (cell = '') => Number(cell.replaceAll(',', '').replace('−', '-'))

/** Opens a page of the menu. */
const open = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name, exact: true }).click()

test('operators follow payouts, see when the money runs out, and lead a network out of its freeze', async ({
  browser,
  page,
  server,
  clock,
  checkScreen,
}) => {
  test.setTimeout(300_000)
  const one = await withdrawingMember(server)
  const other = await withdrawingMember(server)
  const finance = await browser.newPage({ baseURL: consoleUrlOf(server), viewport: DESKTOP })
  await addAuthenticator(finance)
  await signInWithCode(finance, FINANCE)
  await addPasskey(finance)
  // The pause after the first wallet is over by then, and the passkey may approve.
  await clock.advance(50 * HOUR_MS)
  await withdraw(server, one, '10')
  const withdrawals = async () => {
    const { list } = await readAsMachine(server, 'payout.list')
    return list.filter(({ purpose }) => purpose === 'WITHDRAWAL')
  }
  await mineUntil(server, async () => (await withdrawals())[0]?.state === 'CONFIRMED')
  await signInWithCode(page, OWNER)

  await test.step('an owner lowers the caps alone, with a reason and the symbol typed', async () => {
    await open(page, 'Treasury')
    await page.getByRole('button', { name: 'Change the caps of USDS' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('All payouts of a day, without refunds').fill('15')
    await dialog.getByLabel('Type USDS to confirm').fill('USDS')
    await checkScreen('caps')
    await confirmAtOnce(page, 'Set the caps of USDS', 'FIN-7, fewer withdrawals')
    await expect(page.getByText('of 15.00', { exact: true })).toBeVisible()
    // The caps of a token have a history beside those of the networks.
    await page.getByRole('button', { name: 'Caps of USDS', exact: true }).click()
    await expect(page.getByText('FIN-7, fewer withdrawals')).toBeVisible()
    // Every network whose account has sent a payout shows for how many days its coin pays the fees.
    await expect(page.getByText(/^\d{1,3}(,\d{3})+ days$/).first()).toBeVisible()
    expect(await overhangOf(page)).toBeLessThanOrEqual(0)
    await checkScreen('treasury')
  })

  await test.step('the list leads to a payout with its timeline and fees', async () => {
    await withdraw(server, other, '10')
    await expect.poll(async () => (await withdrawals())[0]?.heldFor).not.toBeNull()
    await open(page, 'Payouts')
    await expect(page.getByRole('row', { name: /Withdrawal/ })).toHaveCount(2)
    await checkScreen('payouts')
    const [held, paid] = await withdrawals()
    await page.getByRole('link', { name: String(paid?.payoutId), exact: true }).click()
    for (const step of ['Requested', 'Reserved', 'Signed', 'Sent', 'Confirmed']) {
      await expect(page.getByRole('listitem').filter({ hasText: step }).first()).toBeVisible()
    }
    await expect(page.getByText(/fee paid 0\.0\d+ ETH$/)).toBeVisible()
    await checkScreen('payout')

    await page.goBack()
    await page.getByLabel('Held for').selectOption('Any reason')
    await page.getByRole('link', { name: String(held?.payoutId), exact: true }).click()
    await expect(page.getByText('Used today: 10.00 of 15.00 USDS.')).toBeVisible()
    await expect(page.getByText(/^It is paid on the next programme day/)).toBeVisible()
    expect(await overhangOf(page)).toBeLessThanOrEqual(0)
    await checkScreen('held')
  })

  await test.step('the invite terms are a sentence', async () => {
    await open(page, 'Invites')
    await expect(page.getByText(/for each friend who connects a wallet/)).toBeVisible()
    await checkScreen('invites')
  })

  await test.step('the forecast of 3,200 USDS with 10,000 promised names the day it runs out', async () => {
    await takePastServer(server, { token: NETWORK?.token.address ?? '0x', leave: 3200n })
    await mineUntil(server, async () => (await laneOf(server))?.frozenAt != null)
    const { list } = await readAsMachine(server, 'payout.forecast')
    const forecast = list.find(({ chainId }) => chainId === ETH_CHAIN)
    const settling = forecast?.days.filter(({ settled }) => Number(settled) > 0) ?? []
    expect(forecast?.balance).toBe('3200')
    expect(settling.map(({ settled }) => settled)).toEqual(['2500', '2500', '2500', '2500'])
    // After the first round less than 700 are left, and the second one needs 2,500.
    const day = settling[1]?.day ?? ''
    expect(forecast?.runsOutOn).toBe(day)
    // Nothing was withdrawn on the days before today, and the held payout is owed.
    const days = forecast?.days ?? []
    const owed = Number(forecast?.owed)
    expect(owed).toBeGreaterThanOrEqual(10)
    expect(Number(settling[0]?.left)).toBeCloseTo(700 - owed, 0)
    expect(Number(settling[1]?.left)).toBeCloseTo(-1800 - owed, 0)
    expect(Number(forecast?.missing)).toBeCloseTo(6800 + owed, 0)

    await page.goto('/money/treasury')
    const shown = new Date(day).toLocaleDateString('en-GB', {
      day: 'numeric',
      month: 'short',
      timeZone: 'UTC',
    })
    await expect(page.getByText(`Solstice Local runs out of USDS on ${shown}.`)).toBeVisible()
    await page.getByRole('figure', { name: FORECAST }).scrollIntoViewIfNeeded()
    await checkScreen('forecast')
    await page.getByRole('button', { name: `Table: ${FORECAST}` }).click()
    const rows = page.getByRole('figure', { name: FORECAST }).locator('tbody tr')
    await expect(rows).toHaveCount(days.length)
    for (const [at, { day: name, left, settled }] of days.entries()) {
      const cells = await rows.nth(at).locator('th, td').allInnerTexts()
      expect(cells[0]).toContain(name)
      expect(numberIn(cells[1])).toBe(Number(settled))
      expect(Math.abs(numberIn(cells[3]) - Number(left))).toBeLessThan(1)
      expect(cells[4]).toBe(name === day ? 'Runs out' : '')
    }
    await checkScreen('forecast-table')
  })

  const frozen = (await laneOf(server))?.nextNonce ?? 0
  const recovery = page.getByRole('listitem')
  await test.step('the recovery says that the key was used elsewhere, and a phone stops all payouts', async () => {
    await page.setViewportSize(PHONE)
    await page.goto('/money/treasury')
    await expect(page.getByText('The key was used elsewhere.')).toBeVisible()
    await page.getByRole('link', { name: 'Recovery steps' }).click()
    expect(await overhangOf(page)).toBeLessThanOrEqual(0)
    await checkScreen('recovery-phone')
    let steps = 0
    const stop = recovery.filter({ hasText: 'Stop all payouts until that is clear.' })
    await stop.getByRole('button', { name: 'Freeze all payouts' }).click()
    steps += 1
    await page.getByLabel('The key may be compromised').click()
    steps += 1
    await page.getByRole('button', { name: 'Freeze now' }).click()
    steps += 1
    await expect(stop.getByText('Done')).toBeVisible()
    expect(steps).toBeLessThanOrEqual(FREEZE_STEPS_MAX)
    expect((await readAsMachine(server, 'payout.treasury')).stoppedAt).not.toBeNull()
    await page.setViewportSize(DESKTOP)
  })

  await test.step('the network continues from the chain once a second person has approved', async () => {
    await expect(recovery.filter({ hasText: 'No signed payout waits' })).toContainText('Done')
    await page.getByRole('button', { name: `Adopt nonce ${frozen + 1}…` }).click()
    await checkScreen('adopt')
    await confirmProposal(page, {
      action: 'Ask to adopt',
      name: 'Solstice Local',
      reason: 'INC-93, a transfer by hand',
    })
    await signInWithPasskey(finance)
    await approveProposal(finance, /adopt|nonce|Unfreeze/i)
    const lane = await laneOf(server)
    expect(lane).toMatchObject({ frozenAt: null, nextNonce: frozen + 1 })
  })

  await test.step('all payouts continue once a second person has approved', async () => {
    await page.reload()
    await expect(page.getByText('All payouts are frozen since', { exact: false })).toBeVisible()
    await expect(page.getByText('The key was used elsewhere.')).toBeHidden()
    await page.getByRole('button', { name: 'Ask to unfreeze…' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Reason').fill('INC-93 closed')
    await dialog.getByRole('button', { name: 'Ask to unfreeze', exact: true }).click()
    await expect(dialog.getByRole('heading', { name: /^Proposal \d+ is waiting$/ })).toBeVisible()
    await dialog.getByRole('button', { name: 'Close' }).first().click()
    await approveProposal(finance, 'Unfreeze the treasury')
    expect((await readAsMachine(server, 'payout.treasury')).stoppedAt).toBeNull()
  })

  await test.step('the treasury works in Korean', async () => {
    await page.goto('/me')
    await page.getByLabel('Language').selectOption('한국어')
    await page.goto('/money/treasury')
    await expect(page.getByText(/USDS/).first()).toBeVisible()
    await expect(page.getByText('Next 30 days')).toBeHidden()
    expect(await overhangOf(page)).toBeLessThanOrEqual(0)
    await checkScreen('treasury-ko')
  })
  await finance.context().close()
})
