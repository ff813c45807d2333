import type { Locator, Page } from '@playwright/test'
import { expect, test } from './support/fixtures.ts'
import { enterPin } from './support/pin.ts'

const FRIEND = '0x71C48eb203d5F96A5d071B3cE84290Fa6cd19a2F'
/** More stops than any screen of this test has. */
const MAX_TAB_STOPS = 60

/**
 * Records the announcements of a screen reader: all text that appears in a reachable live region.
 */
function listen(): void {
  const announcements: string[] = []
  Object.assign(window, { announcements })
  const regions = '[role=status], [role=alert], [aria-live]'
  const announce = (region: Element) => {
    const modal = document.querySelector('dialog:modal')
    if (!modal || modal.contains(region)) announcements.push(region.textContent ?? '')
  }
  const observer = new MutationObserver((changes) => {
    for (const { target, addedNodes } of changes) {
      const around = (target instanceof Element ? target : target.parentElement)?.closest(regions)
      if (around) announce(around)
      for (const node of addedNodes) {
        if (node instanceof Element) node.querySelectorAll(regions).forEach(announce)
        if (node instanceof Element && node.matches(regions)) announce(node)
      }
    }
  })
  observer.observe(document, { subtree: true, childList: true, characterData: true })
}

async function expectAnnounced(page: Page, text: RegExp): Promise<void> {
  const announced = () =>
    page.evaluate(() => (window as unknown as { announcements: string[] }).announcements.join('\n'))
  await expect.poll(announced).toMatch(text)
}

/** Presses Tab until the visible focus is on the target. */
async function tabTo(target: Locator, key: 'Tab' | 'Shift+Tab' = 'Tab'): Promise<void> {
  await expect(target).toBeVisible()
  const isThere = () =>
    target.evaluate(
      (element) => element === document.activeElement && element.matches(':focus-visible'),
    )
  for (let stop = 0; stop < MAX_TAB_STOPS && !(await isThere()); stop += 1) {
    await target.page().keyboard.press(key)
  }
  await expect(target).toBeFocused()
}

async function pressOn(target: Locator, key: 'Tab' | 'Shift+Tab' = 'Tab'): Promise<void> {
  await tabTo(target, key)
  await pressEnter(target)
}

/** A disabled or busy button keeps the focus and ignores the key. */
async function pressEnter(target: Locator): Promise<void> {
  await expect(target).toBeEnabled()
  await expect(target).not.toHaveAttribute('aria-busy', 'true')
  await target.page().keyboard.press('Enter')
}

/** Checks that another screen or step is shown and announced. */
async function expectScreen(page: Page, name: string | RegExp): Promise<void> {
  await expect(page.getByRole('heading', { level: 1, name })).toBeFocused()
  await expect(page).toHaveTitle(typeof name === 'string' ? `${name} · Solstice` : name)
}

test('a member uses only the keyboard to log in, enter the PIN, spin, create a wallet and send, and hears every result', async ({
  page,
  context,
  newMember,
  shot,
}) => {
  test.setTimeout(480_000)
  const member = await newMember()
  const { keyboard } = page
  const button = (name: string | RegExp) => page.getByRole('button', { name })
  const link = (name: string | RegExp) => page.getByRole('link', { name })
  const tab = (name: string) =>
    page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name })
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.addInitScript(listen)

  await test.step('log in: an invalid field is named and receives the focus', async () => {
    await page.goto('/auth/login')
    const email = page.getByLabel('Email')
    await tabTo(email)
    await keyboard.press('Enter')
    await expectAnnounced(page, /Email is required/)
    await expect(email).toBeFocused()
    await expect(email).toHaveAccessibleDescription('Email is required')
    await keyboard.type(member.email)
    await tabTo(page.getByLabel('Password', { exact: true }))
    await keyboard.type(member.password)
    const keep = page.getByLabel('Keep me logged in')
    await tabTo(keep)
    await keyboard.press('Space')
    await expect(keep).toBeChecked()
    await pressOn(button('Log in'))
    await expect(page).toHaveURL('/home')
    await expectScreen(page, /^Good (morning|afternoon|evening) /)
  })

  await test.step('the PIN is typed; its progress and a wrong PIN are announced', async () => {
    await page.reload()
    await expect(page).toHaveURL('/pin/unlock')
    await enterPin(page, '000000')
    await expectAnnounced(page, /^5 of 6 entered$/m)
    await expectAnnounced(page, /Incorrect PIN \(1\/5\)/)
    await enterPin(page, member.pin)
    await expect(page).toHaveURL('/home')
    await expectScreen(page, /^Good /)
  })

  let season = ''
  await test.step('from home to the season; arrow keys switch its tabs', async () => {
    await pressOn(tab('Rewards'))
    await expectScreen(page, 'Rewards')
    const running = link(/In progress/)
    // The season is named after the time of the year.
    season = (await running.innerText()).split('\n', 1)[0] ?? ''
    await pressOn(running)
    await expectScreen(page, season)
    const kinds = page.getByRole('tablist', { name: 'Mission type' })
    await tabTo(kinds.getByRole('tab', { name: 'All' }))
    await keyboard.press('End')
    await expect(kinds.getByRole('tab').last()).toBeFocused()
    await expect(kinds.getByRole('tab').last()).toHaveAttribute('aria-selected', 'true')
    await keyboard.press('ArrowRight')
    await expect(kinds.getByRole('tab', { name: 'All' })).toBeFocused()
    await pressOn(page.getByRole('tabpanel').getByRole('link', { name: /^XP spin/ }))
    await expectScreen(page, 'XP spin')
  })

  await test.step('the wheel announces its result and leaves the focus unchanged', async () => {
    await pressOn(button('Spin for free'))
    await expectAnnounced(page, /^The wheel is turning$/m)
    await expectAnnounced(page, /^You won [\d,]+ XP$/m)
    await expectAnnounced(page, /No more spins available today/)
    // The button is gone; its replacement is the next tab stop.
    await expect(page.locator('main > :last-child')).toBeFocused()
    await keyboard.press('Tab')
    await expect(link('Get tickets')).toBeFocused()
    await shot('focus-on-link')
  })

  await test.step('a sheet traps the focus, announces its result and restores the focus', async () => {
    const opener = button(/^You won/)
    await pressOn(opener, 'Shift+Tab')
    const sheet = page.getByRole('dialog', { name: 'Verified fair' })
    await expect(sheet.getByRole('heading', { name: 'Verified fair' })).toBeFocused()
    // Watch while pressing, because the toast disappears by itself.
    await Promise.all([
      expect(sheet.getByText('Values copied')).toBeVisible(),
      pressOn(sheet.getByRole('button', { name: 'Copy the values' })),
    ])
    await shot('toast-in-sheet')
    await expectAnnounced(page, /Values copied/)
    await keyboard.press('Escape')
    await expect(sheet).toBeHidden()
    await expect(opener).toBeFocused()
  })

  let words: string[] = []
  await test.step('a press shows the words of a new wallet, and Tab moves from one to the next', async () => {
    await pressOn(button('Back'), 'Shift+Tab')
    await expectScreen(page, season)
    await pressOn(button('Back'), 'Shift+Tab')
    await expectScreen(page, 'Rewards')
    await pressOn(tab('Wallet'))
    await expectScreen(page, 'Wallet')
    await pressOn(link('Create wallet'))
    await expectScreen(page, 'Create wallet')
    await pressOn(button('Create a new wallet'))
    await expectScreen(page, 'Write down these 12 words')
    await tabTo(button('Show the words'))
    await keyboard.press('Space')
    await expect(button('Hide the words')).toBeFocused()
    words = await page.locator('ol li > :nth-child(2)').allInnerTexts()
    expect(words).toHaveLength(12)
    for (const [at, word] of words.entries()) {
      await keyboard.press('Tab')
      await expect(page.getByRole('listitem', { name: `Word ${at + 1}: ${word}` })).toBeFocused()
    }
    await pressOn(button('Hide the words'), 'Shift+Tab')
    await expect(page.getByText(words[0] ?? '', { exact: true })).toHaveCount(0)
    await pressOn(button('I wrote them down'))
    await expectScreen(page, 'Check your words')
  })

  await test.step('the PIN prompt closes with Escape, and the focus is restored', async () => {
    for (const field of await page.getByRole('textbox', { name: /^Word \d+$/ }).all()) {
      await tabTo(field)
      const id = await field.getAttribute('id')
      const label = await page.locator(`label[for="${id}"]`).innerText()
      await keyboard.type(words[Number(/\d+/.exec(label)?.[0]) - 1] ?? '')
    }
    const prompt = page.getByRole('dialog', { name: 'Enter your PIN' })
    await pressOn(button('Check'))
    await expect(prompt.getByRole('heading')).toBeFocused()
    await keyboard.press('Escape')
    await expect(prompt).toHaveCount(0)
    await expect(button('Check')).toBeFocused()
    await pressEnter(button('Check'))
    await expect(prompt.getByRole('heading')).toBeFocused()
    await enterPin(page, member.pin)
    await expectScreen(page, 'Your wallet is ready')
    await pressOn(link('Go to wallet'))
    await expectScreen(page, 'Wallet')
  })

  await test.step('sending: each step receives the focus, and each state is announced', async () => {
    await expect(page.getByText('0.25 ETH', { exact: true })).toBeVisible({ timeout: 60_000 })
    await pressOn(page.getByRole('link', { name: 'Send', exact: true }))
    await expectScreen(page, 'Send')
    const to = page.getByRole('textbox', { name: 'To' })
    await tabTo(to)
    await keyboard.type('0x1234')
    await pressOn(button('Continue'))
    await expect(to).toBeFocused()
    await expect(to).toHaveAccessibleDescription('Enter a valid wallet address')
    await keyboard.press('Control+A')
    await keyboard.type(FRIEND)
    await pressOn(button('Continue'))
    await expectScreen(page, 'Amount')
    await tabTo(page.getByRole('textbox', { name: 'Amount' }))
    await keyboard.type('0.01')
    await pressOn(button('Review'))
    await expectScreen(page, 'Review')
    await tabTo(page.getByRole('radio', { name: /^Normal/ }))
    await keyboard.press('ArrowRight')
    await expect(page.getByRole('radio', { name: /^Fast/ })).toBeChecked()
    await shot('fee-by-arrow')
    const confirm = button('Confirm with PIN')
    const prompt = page.getByRole('dialog', { name: 'Enter your PIN' })
    await pressOn(confirm)
    await expect(prompt.getByRole('heading')).toBeFocused()
    await keyboard.press('Escape')
    await expect(confirm).toBeFocused()
    await pressEnter(confirm)
    await expect(prompt.getByRole('heading')).toBeFocused()
    await enterPin(page, member.pin)
    await expectAnnounced(page, /Signed on this phone, done/)
    await expectAnnounced(page, /Done, done/)
    await expect(page.getByRole('heading', { level: 1, name: 'Arrived' })).toBeFocused()
    await pressOn(link('Details'))
    await expectScreen(page, 'Transaction')
  })
})
