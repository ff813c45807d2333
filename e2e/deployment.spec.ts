import { type Page, expect } from '@playwright/test'
import { nextTotpCode } from '../apps/server/src/modules/operator/operator-totp.ts'
import { secretBytes } from '../apps/server/test/authenticator-secret.ts'
import { pathOf } from './support/api.ts'
import { type Deployment, OPERATOR_TOKEN, startDeployment } from './support/deployment.ts'
import { test as base } from './support/fixtures.ts'
import { PASSWORD, PIN } from './support/members.ts'
import { confirmPin, enterPin } from './support/pin.ts'
import { requestCode } from './support/request-code.ts'
import { startTraffic } from './support/traffic.ts'

const OWNER = 'ada.owner@harbor.example'
const MEMBER = 'member@harbor.example'
const NEXT_VERSION = '99.0.0'
const OWNER_PASSWORD = 'a sentence that nobody guesses'

const test = base.extend<object, { server: Deployment }>({
  server: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads what a fixture needs from this pattern.
    async ({}, use) => {
      const deployment = await startDeployment()
      await use(deployment)
      await deployment.stop()
    },
    { scope: 'worker', timeout: 300_000 },
  ],
})
// The certificate of the proxy is signed by nobody.
test.use({ ignoreHTTPSErrors: true })

const mailTo = async (server: Deployment, to: string, pattern: RegExp): Promise<string> => {
  const found = () =>
    server.mails
      .filter((mail) => mail.to === to)
      .map(({ text }) => pattern.exec(text.replaceAll('=\r\n', ''))?.[0])
      .findLast((match) => match !== undefined)
  await expect.poll(found).toBeDefined()
  return found() ?? ''
}

/** The first owner enrols with the token of the settings, a password and an authenticator app. */
async function enrolOwner(page: Page): Promise<void> {
  await page.goto('/login/owner')
  await page.getByLabel('Operator token').fill(OPERATOR_TOKEN)
  await page.getByLabel('Name').fill('ada.owner')
  await page.getByLabel('Work email').fill(OWNER)
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.getByRole('button', { name: 'Use password and code' }).click()
  await page.getByLabel('New password').fill(OWNER_PASSWORD)
  const secret = secretBytes(await page.locator('code').innerText())
  await page.getByLabel('Six-digit code').fill(nextTotpCode(secret, new Date(), null))
  await page.getByRole('button', { name: 'Save and continue' }).click()
  await page.getByRole('button', { name: 'I saved them' }).click()
  await expect(page.getByRole('navigation', { name: 'Main' })).toBeVisible()
}

async function openConsole(page: Page, server: Deployment): Promise<Page> {
  const browser = page.context().browser()
  if (!browser) throw new Error('The page belongs to no browser')
  return browser.newPage({
    baseURL: server.consoleUrl,
    ignoreHTTPSErrors: true,
    viewport: { width: 1280, height: 800 },
  })
}

/** Returns the versions of both servers and of the worker; a process opens its metrics last. */
const versionsOf = async ({ metricsUrls }: Deployment): Promise<string[]> =>
  Promise.all(
    metricsUrls.map(async (url) => {
      const text = await fetch(url).then(
        (reply) => reply.text(),
        () => '',
      )
      return /solstice_build_info\{version="([^"]+)"/.exec(text)?.[1] ?? ''
    }),
  )

test('a member and an operator notice neither a killed server nor a deployment, and nothing is lost', async ({
  page,
  server,
  allowConsoleErrors,
}) => {
  test.setTimeout(600_000)
  // The proxy answers 502 for what was under way in the killed server.
  allowConsoleErrors(/502/)
  const console = await openConsole(page, server)
  await enrolOwner(console)

  await page.goto('/')
  await page.getByRole('link', { name: 'Create account' }).click()
  await requestCode(page, MEMBER)
  await expect(page).toHaveURL(/\/auth\/signup\/verification$/)
  server.units.kill('solstice-server@1')
  const code = (await mailTo(server, MEMBER, /code is \d{6}/)).slice(-6)
  await page.getByLabel('Verification code').fill(code)
  await page.getByRole('button', { name: 'Verify' }).click()
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await page.getByLabel('Confirm password').fill(PASSWORD)
  await page.getByRole('button', { name: 'Create account' }).click()
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(page).toHaveURL(/\/pin\/setup$/)
  await enterPin(page, PIN)
  await confirmPin(page, PIN)
  await page.getByRole('link', { name: 'Later' }).click()
  await expect(page).toHaveURL(/\/home$/)

  await console.getByRole('link', { name: 'Members' }).click()
  await console.getByRole('link', { name: /^user\d+/ }).click()
  await expect(console).toHaveURL(/\/members\/\d+/)
  const userId = Number(/\/members\/(\d+)/.exec(console.url())?.[1])

  // Only one server is away at a time.
  await server.untilHealthy()
  const duringKill = await startTraffic(page, { userId, token: OPERATOR_TOKEN })
  await expect.poll(duringKill.acknowledged).toBeGreaterThan(20)
  server.units.kill('solstice-server@2')
  const atKill = await duringKill.acknowledged()
  await expect.poll(duringKill.acknowledged).toBeGreaterThan(atKill + 20)
  const killed = await duringKill.stop()
  expect(killed.refused).toEqual([])

  const release = server.prepareRelease(
    NEXT_VERSION,
    'alter table members add column next_release text;',
  )
  // The proxy tries a killed server again every two seconds until it is back.
  await server.untilHealthy()
  const duringDeploy = await startTraffic(page, { userId, token: OPERATOR_TOKEN })
  await expect.poll(duringDeploy.acknowledged).toBeGreaterThan(20)
  const logged = server.proxyOutput().length
  const output = await server.deploy(release)
  const atEnd = await duringDeploy.acknowledged()
  await expect.poll(duringDeploy.acknowledged).toBeGreaterThan(atEnd + 20)
  const deployed = await duringDeploy.stop()

  expect(output).toContain(`${release} is running`)
  expect(deployed).toMatchObject({ refused: [], repeated: 0 })
  expect(deployed.reads).toBeGreaterThan(20)
  // The proxy sends nothing to a server that is being replaced, so it has no failure to hide.
  expect(server.proxyOutput().slice(logged)).not.toMatch(/connect\(\) failed|prematurely closed/)
  await console.reload()
  await expect(console.getByRole('heading', { level: 1 })).toBeVisible()
  await page.getByRole('link', { name: /^More/ }).click()
  await expect(page.getByRole('link', { name: new RegExp(MEMBER) })).toBeVisible()
  expect(await xpOf(page, userId)).toBe(killed.acknowledged + deployed.acknowledged)
  await expect.poll(() => versionsOf(server)).toEqual([NEXT_VERSION, NEXT_VERSION, NEXT_VERSION])
  // The worker anchors the points log through the signer, which deploys the contract first.
  await expect.poll(() => confirmedCalls(page), { timeout: 60_000 }).toBeGreaterThan(0)
})

/** Calls as the machine of the settings, without the member's session. */
async function callAsMachine(page: Page, path: string): Promise<unknown> {
  const headers = { authorization: `Bearer ${OPERATOR_TOKEN}` }
  return page.evaluate(
    async ({ path: to, headers: sent }) => {
      const reply = await fetch(to, { headers: sent, credentials: 'omit' })
      const { data } = (await reply.json()) as { data: unknown }
      return data
    },
    { path, headers },
  )
}

async function xpOf(page: Page, userId: number): Promise<number> {
  const { balances } = (await callAsMachine(page, pathOf('operator.showMember', { userId }))) as {
    balances: { asset: string; balance: string }[]
  } // The call returns the member.
  return Number(balances.find(({ asset }) => asset === 'XP')?.balance)
}

async function confirmedCalls(page: Page): Promise<number> {
  const { list } = (await callAsMachine(page, `${pathOf('payout.list')}?state=CONFIRMED`)) as {
    list: unknown[]
  } // The call returns a list.
  return list.length
}
