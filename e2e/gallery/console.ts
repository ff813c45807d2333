import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { type Browser, type Page, chromium, expect } from '@playwright/test'
import { ROOT } from '../../tools/run-step.ts'
import { CONSOLE_DIST, buildWebIfStale } from '../../tools/web-build.ts'
import { axeViolations } from '../support/axe.ts'
import { HEADLESS_SHELL } from '../support/chromium.ts'
import { CONSOLE_STATES, type ConsoleState, answerConsole } from '../support/console-replies.ts'
import { serveFolder } from '../support/serve-folder.ts'

/**
 * Captures every page of the console with sample replies, in both languages and themes, at desktop
 * and phone width, in every state: `npm run gallery:console`. To capture a part:
 * `npm run gallery:console -- --language ko --theme dark --state normal --screen approval`. With
 * `--full` the pictures show the whole page, `--target` names another folder, and `--environment`
 * the system whose ribbon and name they show.
 */
const LANGUAGES = ['en', 'ko'] as const
const THEMES = ['light', 'dark'] as const
const SIZES = [
  { width: 1280, height: 800 },
  { width: 390, height: 844 },
] as const

const SCREENS = {
  'sign-in': '/login',
  recovery: '/login/recovery',
  owner: '/login/owner',
  enrol: `/enrol/${'A'.repeat(43)}`,
  object: `/object/${'A'.repeat(43)}`,
  today: '/',
  me: '/me',
  approvals: '/approvals',
  approval: '/approvals/57',
  members: '/members',
  'members-season': '/members?season=4&joinedFrom=2027-01-01',
  member: '/members/48213',
  'member-why': '/members/48213?entry=history:312',
  'member-now': '/members/48213?entry=now',
  'member-season': '/members/48213?tab=season',
  'member-orders': '/members/48213?tab=orders',
  'member-payouts': '/members/48213?tab=payouts',
  'member-holds': '/members/48213?tab=holds',
  'member-sessions': '/members/48213?tab=sessions',
  'member-invites': '/members/48213?tab=invites',
  'member-notes': '/members/48213?tab=notes',
  suspend: '/members/48213?open=suspend',
  adjust: '/members/48213?open=adjust',
  refunds: '/refunds',
  refund: '/refunds/321',
  shop: '/shop',
  'shop-product': '/shop/3',
  'shop-orders': '/shop/orders',
  'shop-order': '/shop/orders/77214',
  'shop-payments': '/shop/payments',
  holds: '/holds',
  hold: '/holds/7',
  'hold-release': '/holds/7',
  'hold-uphold': '/holds/7',
  alarms: '/alarms',
  'season-live': '/seasons/4',
  treasury: '/money/treasury',
  ledger: '/money/ledger',
  'ledger-transaction': '/money/ledger?asset=XP&scope=season:4&account=SHOP&transaction=812190',
  'ledger-statement': '/money/ledger?tab=statement',
  'ledger-verification': '/money/ledger?tab=verification',
  'ledger-reconciliation': '/money/ledger?tab=reconciliation&holder=1',
  payouts: '/money/payouts',
  payout: '/money/payouts/2391',
  'invite-terms': '/money/invites',
  networks: '/system/networks',
  operators: '/system/operators',
  operator: '/system/operators?history=noah.brandt',
  policy: '/system/policy',
  audit: '/system/audit?entry=20416',
  checkpoints: '/system/audit/checkpoints',
  reads: '/system/audit/reads',
  jobs: '/system/jobs',
  health: '/system/health',
  notices: '/messages/notices',
  'notice-new': '/messages/notices/new',
  notice: '/messages/notices/13',
  campaigns: '/messages/campaigns',
  'campaign-new': '/messages/campaigns/new',
  campaign: '/messages/campaigns/7',
  maintenance: '/system/maintenance',
  availability: '/system/availability',
  appoint: '/system/operators?open=appoint',
  'command-menu': '/system/operators',
  'command-search': '/members',
  'command-peek': '/members',
  freeze: '/money/treasury?open=freeze',
  approve: '/approvals/57',
}
/** These pages need no session, and have one state. */
const VISITOR = new Set(['sign-in', 'recovery', 'owner', 'enrol', 'object'])
/** These have one state as well: a dialog covers the page. */
const COVERED = new Set([
  'appoint',
  'command-menu',
  'command-search',
  'command-peek',
  'freeze',
  'approve',
  'hold-release',
  'hold-uphold',
  'suspend',
  'adjust',
])

const { values } = parseArgs({
  options: {
    state: { type: 'string', multiple: true, default: [...CONSOLE_STATES] },
    language: { type: 'string', multiple: true, default: [...LANGUAGES] },
    theme: { type: 'string', multiple: true, default: [...THEMES] },
    screen: { type: 'string' },
    target: { type: 'string', default: join(ROOT, 'artefacts/gallery-console') },
    full: { type: 'boolean', default: false },
    environment: { type: 'string', default: 'production' },
  },
})
const TARGET = values.target
const screenFilter = new RegExp(values.screen ?? '')
const faults: string[] = []

type Look = { language: string; theme: 'light' | 'dark'; state: ConsoleState }

async function openConsole(browser: Browser, url: string, { language, theme, state }: Look) {
  const context = await browser.newContext({
    baseURL: url,
    colorScheme: theme,
    timezoneId: 'Asia/Seoul',
    reducedMotion: 'reduce',
  })
  await context.addInitScript((chosen) => {
    if (location.origin !== 'null') localStorage.setItem('console-language', chosen)
  }, language)
  await context.route('**/v1/**', (route) => answerConsole(route, state))
  // As the server does, the page says which system it belongs to.
  const meta = `<head><meta name="environment" content="${values.environment}">`
  const index = readFileSync(join(CONSOLE_DIST, 'index.html'), 'utf8').replace('<head>', meta)
  await context.route(
    (address) => !address.pathname.includes('.') && !address.pathname.startsWith('/v1/'),
    (route) => route.fulfill({ contentType: 'text/html', body: index }),
  )
  const page = await context.newPage()
  // The sample replies are of this day.
  await page.clock.setFixedTime(new Date('2027-01-17T14:12:00Z'))
  return page
}

/** Waits until the page shows its state: placeholders while loading, otherwise no panel loads. */
async function untilShown(page: Page, state: ConsoleState): Promise<void> {
  await page.getByRole('heading', { level: 1 }).waitFor()
  const loading = page.getByRole('status').filter({ hasText: /^(Loading|불러오는 중)$/ })
  if (state === 'loading') await page.locator('[role="status"] > [aria-hidden]').first().waitFor()
  else await expect(loading).toHaveCount(0)
  await page.evaluate(() => document.fonts.ready)
}

/** Opens what no address opens. */
async function openBeside(page: Page, name: string): Promise<void> {
  if (name === 'approve') {
    await page.getByRole('button', { name: /^(Approve|승인)$/ }).click()
    await page.getByRole('dialog').waitFor()
  }
  if (name === 'hold-release' || name === 'hold-uphold') {
    const label = name === 'hold-release' ? /^(Release…|해제…)$/ : /^(Uphold…|유지…)$/
    await page.getByRole('button', { name: label }).click()
    await page.getByRole('dialog').waitFor()
  }
  if (!name.startsWith('command-')) return
  await page.keyboard.press('Control+K')
  const menu = page.getByRole('dialog')
  await menu.getByRole('combobox').fill(name === 'command-menu' ? 'a' : 'mina')
  await menu.getByText('ms', { exact: false }).last().waitFor()
  if (name === 'command-peek') await page.keyboard.press('Tab')
}

async function take(page: Page, look: Look, name: string): Promise<void> {
  for (const size of SIZES) {
    await page.setViewportSize(size)
    const file = join(look.state, look.language, look.theme, `${name}-${size.width}.png`)
    mkdirSync(join(TARGET, look.state, look.language, look.theme), { recursive: true })
    await page.screenshot({
      path: join(TARGET, file),
      animations: 'disabled',
      fullPage: values.full,
    })
    const overhangPx = await page.evaluate(
      () => document.documentElement.scrollWidth - window.innerWidth,
    )
    if (overhangPx > 0) faults.push(`${file}: ${overhangPx} px wider than the screen`)
    for (const violation of await axeViolations(page)) faults.push(`${file}: ${violation}`)
  }
}

await buildWebIfStale()
rmSync(TARGET, { recursive: true, force: true })
const server = await serveFolder(CONSOLE_DIST)
const browser = await chromium.launch(HEADLESS_SHELL)
try {
  for (const language of LANGUAGES.filter((each) => values.language.includes(each))) {
    for (const theme of THEMES.filter((each) => values.theme.includes(each))) {
      for (const state of CONSOLE_STATES.filter((each) => values.state.includes(each))) {
        const look = { language, theme, state }
        const page = await openConsole(browser, server.url, look)
        for (const [name, path] of Object.entries(SCREENS)) {
          const hasOneState = VISITOR.has(name) || COVERED.has(name)
          if (!screenFilter.test(name) || (hasOneState && state !== 'normal')) continue
          await page.setViewportSize(SIZES[0])
          await page.goto(path)
          await untilShown(page, state)
          await openBeside(page, name)
          await take(page, look, name)
        }
        await page.context().close()
      }
    }
  }
} finally {
  await browser.close()
  await server.close()
}
writeFileSync(join(TARGET, 'faults.txt'), faults.join('\n'))
for (const fault of faults) process.stdout.write(`${fault}\n`)
process.stdout.write(`Pictures in ${TARGET}; ${faults.length} faults\n`)
if (faults.length > 0) process.exitCode = 1
