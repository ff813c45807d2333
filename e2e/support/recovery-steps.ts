import { join } from 'node:path'
import { type Page, expect } from '@playwright/test'
import { ROOT } from '../../tools/run-step.ts'
import { PIN } from './members.ts'
import { enterPin } from './pin.ts'
import { pauseClock } from './shell-page.ts'

const PASSPHRASE = 'a long winter night'

type CheckScreen = (name: string) => Promise<void>
type ExportFile = { name: string; mimeType: string; buffer: Buffer }

/**
 * Exports from wallet management to a file in the device's share sheet, which the test replaces.
 */
export async function makeExport(
  page: Page,
  checkScreen: CheckScreen,
  by: 'PIN' | 'passkey',
): Promise<ExportFile> {
  await page.evaluate(() => {
    navigator.canShare = (data) => data?.files?.length === 1
    navigator.share = async (data) => {
      const file = data?.files?.[0]
      Object.assign(window, { shared: { name: file?.name, text: await file?.text() } })
    }
  })
  await page.getByRole('button', { name: /Backup file/ }).click()
  await page.getByLabel('Backup password', { exact: true }).fill(PASSPHRASE)
  await page.getByLabel('Confirm backup password').fill(PASSPHRASE)
  await checkScreen('export')
  if (by === 'passkey') {
    await page.getByRole('button', { name: 'Create with passkey' }).click()
  } else {
    await page.getByRole('button', { name: 'Create backup file' }).click()
    await enterPin(page, PIN)
  }
  await expect(page.getByRole('heading', { name: 'Save your backup file' })).toBeVisible({
    timeout: 60_000,
  })
  await checkScreen('export-save')
  await page.getByRole('button', { name: 'Save file' }).click()
  await expect(page.getByRole('heading', { name: 'Open your backup file once' })).toBeVisible()
  const shared = await page.evaluate(
    () => (window as unknown as { shared: { name: string; text: string } }).shared,
  )
  return { name: shared.name, mimeType: 'application/json', buffer: Buffer.from(shared.text) }
}

/** Opens the stored file with the wrong passphrase, then with its own. */
export async function checkExport(
  page: Page,
  exported: ExportFile,
  checkScreen: CheckScreen,
): Promise<void> {
  await page.getByLabel('Backup file', { exact: true }).setInputFiles(exported)
  await page.getByLabel('Backup password').fill('a long winter day')
  await page.getByRole('button', { name: 'Check file' }).click()
  await expect(page.getByText('Wrong password for this backup file.')).toBeVisible({
    timeout: 60_000,
  })
  await checkScreen('export-check')
  await page.getByLabel('Backup password').fill(PASSPHRASE)
  await page.getByRole('button', { name: 'Check file' }).click()
  await expect(page.getByText('Your backup file works.')).toBeVisible({
    timeout: 60_000,
  })
  await expect(page.getByRole('button', { name: /Backup file Checked/ })).toBeVisible()
  await checkScreen('export-checked')
}

/**
 * Tests the recovery page by passkey and from a file, and the copy of the page in the repository.
 */
export async function openWithoutServer(
  page: Page,
  {
    words,
    exported,
    checkScreen,
  }: { words: readonly string[]; exported: ExportFile; checkScreen: CheckScreen },
): Promise<void> {
  await page.goto('/recovery/')
  await checkScreen('recovery')
  await page.getByRole('button', { name: 'Open with passkey' }).click()
  await expect(page.getByRole('heading', { name: 'Your wallet' })).toBeVisible()
  expect(await shownWords(page)).toEqual(words)
  await checkScreen('recovery-opened')
  await encryptAgain(page)
  const saved = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Save file' }).click({ timeout: 60_000 })
  expect((await saved).suggestedFilename()).toBe(exported.name)
  await page.getByRole('button', { name: 'Close wallet' }).click()
  await openFile(page, exported)
  expect(await shownWords(page)).toEqual(words)

  await page.goto(`file://${join(ROOT, 'docs/recovery.html')}`)
  await openFile(page, exported)
  expect(await shownWords(page)).toEqual(words)
  await checkScreen('recovery-copy')
  await expectWordsToStayWhileRead(page)
}

/**
 * The words stay visible while the member moves through them; a minute later they hide, and the
 * focus is not lost.
 */
async function expectWordsToStayWhileRead(page: Page): Promise<void> {
  const list = page.getByRole('listitem', { name: /^Word \d+: / })
  const show = page.getByRole('button', { name: 'Show: Recovery phrase' })
  await page.clock.install()
  await pauseClock(page)
  await page.getByRole('button', { name: 'Hide: Recovery phrase' }).click()
  await show.click()
  await page.clock.fastForward(50_000)
  await list.nth(2).focus()
  await page.clock.fastForward(50_000)
  await expect(list.nth(2)).toBeFocused()
  await page.clock.fastForward(10_000)
  await expect(list).toHaveCount(0)
  await expect(show).toBeFocused()
  await page.clock.resume()
}

/** A hidden passphrase is entered twice, and a failure shows a message. */
async function encryptAgain(page: Page): Promise<void> {
  const passphrase = page.getByLabel('New backup password', { exact: true })
  const encrypt = page.getByRole('button', { name: 'Create backup file' })
  await passphrase.fill('winter night １２３')
  await encrypt.click()
  await expect(page.getByText(/^Other wallet apps may read some of these/)).toBeVisible()
  await passphrase.fill(PASSPHRASE)
  await page.getByLabel('Confirm new backup password').fill('a long winter day')
  await encrypt.click()
  await expect(page.getByText('The passwords don’t match')).toBeVisible()
  await page.getByLabel('Confirm new backup password').fill(PASSPHRASE)
  await page.evaluate(() => {
    const randomUUID = crypto.randomUUID.bind(crypto)
    crypto.randomUUID = () => {
      crypto.randomUUID = randomUUID
      throw new Error('No randomness')
    }
  })
  await encrypt.click()
  await expect(page.getByText('Something went wrong. Nothing was changed.')).toBeVisible({
    timeout: 60_000,
  })
  await encrypt.click()
}

async function openFile(page: Page, exported: ExportFile): Promise<void> {
  await page.getByLabel('Choose file').setInputFiles(exported)
  await page.getByLabel('Backup password').fill(PASSPHRASE)
  await page.getByRole('button', { name: 'Open file' }).click()
  await expect(page.getByRole('heading', { name: 'Your wallet' })).toBeVisible({ timeout: 60_000 })
}

async function shownWords(page: Page): Promise<string[]> {
  await page.getByRole('button', { name: 'Show: Recovery phrase' }).click()
  const list = page.getByRole('listitem', { name: /^Word \d+: / })
  await expect(list.first()).toBeVisible()
  const names = await Promise.all((await list.all()).map((word) => word.getAttribute('aria-label')))
  return names.map((name) => name?.split(': ')[1] ?? '')
}
