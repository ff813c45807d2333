import { readFile, writeFile } from 'node:fs/promises'
import { pathToFileURL } from 'node:url'
import type { Download } from '@playwright/test'
import { chooseLanguage } from './support/choose-language.ts'
import { expect, test } from './support/fixtures.ts'
import { enter } from './support/log-in.ts'
import { navigateInApp } from './support/navigate-in-app.ts'
import { enterPin } from './support/pin.ts'

/** The season of the demo data that is open. */
const SEASON = 2

/** The positions of altered bytes are drawn from a fixed seed. */
function* draws(seed: number): Generator<number, never> {
  let state = seed
  for (;;) {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    yield state / 2 ** 32
  }
}

/** Returns the bytes between the tags of an element, as positions in the file. */
function rangeOf(bytes: Buffer, id: string): { start: number; end: number } {
  const tag = `<script type="application/json" id="${id}">`
  const start = bytes.indexOf(tag) + tag.length
  return { start, end: bytes.indexOf('</script>', start) }
}

test('a member downloads everything, and the file proves itself offline until a byte is altered', async ({
  page,
  context,
  newMember,
  checkScreen,
  allowConsoleErrors,
}, testInfo) => {
  allowConsoleErrors(/ERR_FAILED/)
  const member = await newMember()
  // Unlike check-ins, spins and tickets are open at any time of the day.
  for (const missionId of [2, 3]) {
    await member.api.call('mission.execute', { params: { seasonId: SEASON, missionId }, body: {} })
  }
  const summary = () => member.api.call('export.summary')
  await expect.poll(async () => (await summary()).entries).toBeGreaterThanOrEqual(2)
  const { entries } = await summary()
  await enter(page, member)
  await navigateInApp(page, '/more/account-management')
  await page.getByRole('link', { name: /^Your data/ }).click()
  await expect(page.getByRole('heading', { name: 'Take everything with you' })).toBeVisible()
  await expect(page.getByText('History entries, with proofs')).toBeVisible()
  await checkScreen('my-data')

  // A part that fails stops the download; the next try continues without the PIN.
  await page.route('**/exports/*/parts/1', (route) => route.abort(), { times: 1 })
  await page.getByRole('button', { name: 'Download my data' }).click()
  await enterPin(page, member.pin)
  await expect(page.getByRole('alert')).toBeVisible()
  await checkScreen('my-data-failed')
  await page.getByRole('button', { name: 'Try again' }).click()
  const saving = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Save file' }).click()
  const download: Download = await saving
  expect(download.suggestedFilename()).toMatch(/^solstice-data-\d{4}-\d{2}-\d{2}\.html$/)
  await checkScreen('my-data-ready')
  const path = testInfo.outputPath('data.html')
  await download.saveAs(path)
  await chooseLanguage(page, '한국어')
  await navigateInApp(page, '/more/my-data')
  await expect(page.getByRole('heading', { name: '내 데이터를 모두 가져가세요' })).toBeVisible()
  await checkScreen('my-data-ko')

  await context.setOffline(true)
  await page.goto(pathToFileURL(path).href)
  const verdict = `All ${entries} entries check out`
  await expect(page.getByRole('heading', { name: verdict })).toBeVisible()
  await checkScreen('data-file')
  await page.getByText('Profile and settings').click()
  await page.getByText('Profile', { exact: true }).click()
  await expect(page.getByText(member.email)).toBeVisible()
  await checkScreen('data-file-open')
  const json = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Save as JSON' }).click()
  const saved = await readFile(await (await json).path(), 'utf8')
  expect(JSON.parse(saved)).toMatchObject({ format: 'solstice-data/1' })
  await page.getByRole('button', { name: '한국어' }).click()
  await expect(
    page.getByRole('heading', { name: `내역 ${entries}건이 모두 일치해요` }),
  ).toBeVisible()
  await checkScreen('data-file-ko')

  const bytes = await readFile(path)
  const random = draws(25)
  const drawn = () => random.next().value
  for (const id of ['data', 'data', 'data', 'data', 'data', 'data', 'seal', 'seal']) {
    const { start, end } = rangeOf(bytes, id)
    const at = start + Math.floor(drawn() * (end - start))
    const altered = Buffer.from(bytes)
    altered[at] = (altered[at] ?? 0) ^ (1 + Math.floor(drawn() * 255))
    const copy = testInfo.outputPath(`altered-${at}.html`)
    await writeFile(copy, altered)
    await page.goto(pathToFileURL(copy).href)
    await expect(
      page.getByRole('heading', { name: 'This file doesn’t check out' }),
      `byte ${at} of ${id}`,
    ).toBeVisible()
  }
  await checkScreen('data-file-altered')
})
