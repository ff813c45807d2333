import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { PHONE } from './support/chromium.ts'
import { launchChromium } from './support/launch.ts'
import { logIn } from './support/log-in.ts'
import { demoMember } from './support/members.ts'
import { unlock } from './support/pin.ts'
import { createWallet } from './support/wallet-steps.ts'
import { ROOT } from '../tools/run-step.ts'
import { startServer } from '../tools/server.ts'

/** Takes the pictures for the README from the current product: `node e2e/readme-pictures.ts`. */
const TARGET = join(ROOT, 'docs/pictures')
/** A time in the middle of a demo season, so that every screen has content. */
const NOW = '2027-06-24T03:00:00.000Z'

mkdirSync(TARGET, { recursive: true })
const server = await startServer({ SOLSTICE_NOW: NOW })
const browser = await launchChromium()
try {
  const demo = await demoMember(server.url)
  const context = await browser.newContext({
    ...PHONE,
    baseURL: server.url,
    locale: 'en-US',
    timezoneId: 'Asia/Seoul',
    reducedMotion: 'reduce',
    serviceWorkers: 'block',
  })
  const page = await context.newPage()
  const take = async (name: string): Promise<void> => {
    await page.getByText('Enter your PIN').waitFor({ state: 'detached' })
    await page.getByRole('heading', { level: 1 }).first().waitFor()
    // Content that a screen adds after its first paint gives no signal.
    await page.waitForTimeout(3000)
    await page.screenshot({
      path: join(TARGET, `${name}.jpg`),
      type: 'jpeg',
      quality: 82,
      animations: 'disabled',
    })
    process.stdout.write(`${name}.jpg\n`)
  }
  await page.goto('/auth/login')
  await logIn(page, { ...demo, keepLoggedIn: true })
  await page.waitForURL('**/home')
  await page.goto('/wallet/create/')
  await unlock(page, demo.pin)
  await createWallet(page)
  const { list } = await demo.api.call('season.list')
  const season = list.find(({ status }) => status === 'ONGOING')?.seasonId ?? 0
  for (const [name, path] of [
    ['home', '/home'],
    ['season', `/rewards/dashboard/${season}`],
    ['check-in', `/rewards/dashboard/${season}/missions/1`],
    ['spin', `/rewards/dashboard/${season}/missions/2`],
    ['ranking', `/rewards/dashboard/${season}/ranking`],
    ['wallet', '/wallet'],
  ] as const) {
    await page.goto(path)
    await unlock(page, demo.pin)
    await take(name)
  }
} finally {
  await browser.close()
  await server.stop()
}
