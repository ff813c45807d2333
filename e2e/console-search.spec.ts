import { type Page, expect } from '@playwright/test'
import { endpoints } from '@solstice/contract/catalogue'
import type { CallData } from '@solstice/contract/wire'
import { FINANCE, OWNER, callInPage, signInWithCode, test } from './support/console-operators.ts'
import { overhangOf } from './support/console-steps.ts'
import { createMember } from './support/members.ts'

test.use({
  consoleOf: 'search',
  // Noon of a programme day in the season that runs in the demo data.
  consoleStartsAt: '2027-06-21T08:00:00.000Z',
  viewport: { width: 1389, height: 868 },
})
// Both journeys search for the member of the first one.
test.describe.configure({ mode: 'serial' })

const SEASON = 2
const NAME = `harbor.light.${Date.now()}`
const EMAIL = `${NAME}@example.com`
let nickname = ''

/** Opens the menu by keyboard and types; the results are those of the text once it shows a time. */
async function search(page: Page, text: string): Promise<void> {
  await page.keyboard.press('Control+K')
  const field = page.getByRole('dialog').getByRole('combobox')
  await expect(field).toBeFocused()
  await field.fill(text)
  await expect(page.getByRole('dialog').getByText(/^[\d,]+ ms$/)).toBeVisible()
}

const option = (page: Page, name: RegExp) => page.getByRole('option', { name })
const title = (page: Page, name: string | RegExp) =>
  page.getByRole('heading', { level: 1, name, exact: true })

/** Returns a member with a wallet, whom the demo data contain. */
async function memberWithWallet(page: Page): Promise<{ nickname: string; address: string }> {
  const { path } = endpoints['operator.findMembers']
  const data = await page.evaluate(async (address) => {
    const headers = { 'x-solstice-console': '1' }
    const reply = await fetch(`${address}?hasWallet=yes`, { headers })
    return ((await reply.json()) as { data: CallData<'operator.findMembers'> }).data
  }, path)
  const [found] = data.list
  return { nickname: found?.nickname ?? '', address: found?.walletAddress ?? '' }
}

test('an operator finds a member by part of the email, by wallet and by order, and opens each by Enter', async ({
  page,
  server,
  expectAccessible,
}) => {
  const { api } = await createMember(server.url, { email: EMAIL, pin: null })
  nickname = (await api.call('users.me')).nickname
  const params = { seasonId: SEASON }
  for (const missionId of [1, 2, 3]) {
    await api.call('mission.execute', { params: { ...params, missionId }, body: {} })
  }
  const { list: products } = await api.call('product.list', { params })
  const product = products.find(({ payType }) => payType === 'TICKET')
  await api.call('product.buy', {
    params: { ...params, productId: product?.productId ?? 0 },
    body: { quantity: 1 },
  })
  await page.emulateMedia({ colorScheme: 'light' })
  await signInWithCode(page, OWNER)

  await test.step('by part of the email', async () => {
    await search(page, NAME.slice(2))
    await expect(option(page, new RegExp(`^${nickname}`))).toHaveAttribute('aria-selected', 'true')
    await expect(page.getByRole('dialog').getByText(EMAIL)).toHaveCount(0)
    await expectAccessible()
    await page.keyboard.press('Tab')
    await expect(page.getByRole('region', { name: `Facts about ${nickname}` })).toBeVisible()
    await expectAccessible()
    await page.keyboard.press('Enter')
    await expect(title(page, nickname)).toBeVisible()
  })

  await test.step('by wallet', async () => {
    const owner = await memberWithWallet(page)
    await search(page, owner.address)
    await expect(page.getByRole('group', { name: 'Exact match' })).toBeVisible()
    await page.keyboard.press('Enter')
    await expect(title(page, owner.nickname)).toBeVisible()
  })

  await test.step('by order', async () => {
    const userId = await memberIdOf(page)
    const { data } = await callInPage(page, 'member.orders', { params: { userId } })
    const orderId = (data as CallData<'member.orders'>).list[0]?.orderId ?? 0
    await search(page, String(orderId))
    const order = option(page, new RegExp(`^Order ${orderId}\\b`))
    // Other things may have the same number.
    for (let step = 0; step < 10; step += 1) {
      if ((await order.getAttribute('aria-selected')) === 'true') break
      await page.keyboard.press('ArrowDown')
    }
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(new RegExp(`/members/${userId}\\?entry=.*order.*${orderId}`))
    await expect(title(page, nickname)).toBeVisible()
  })
})

/** Returns the id of the member by the row of the list, which a search in it finds. */
async function memberIdOf(page: Page): Promise<number> {
  await page.goto('/members')
  await page.getByRole('searchbox', { name: 'Search members' }).fill(EMAIL)
  await page.keyboard.press('Enter')
  const row = page.getByRole('row', { name: new RegExp(nickname) })
  await expect(row).toBeVisible()
  await expect(page.getByRole('row')).toHaveCount(2)
  return Number(await row.getByRole('cell').first().textContent())
}

test('a role that may only read is offered nothing that is refused, in Korean and dark, also on a phone', async ({
  page,
  expectAccessible,
}) => {
  const refused: string[] = []
  page.on('response', async (reply) => {
    if (!reply.url().includes('/v1/')) return
    const body = await reply.text().catch(() => '')
    if (body.includes('"code":9991')) refused.push(reply.url())
  })
  await page.emulateMedia({ colorScheme: 'dark' })
  await signInWithCode(page, FINANCE)
  await page.goto('/me')
  await page.getByLabel('Language').selectOption('ko')
  await expect(page.getByLabel('언어')).toBeVisible()

  await search(page, nickname)
  await expect(option(page, new RegExp(`^${nickname}`))).toBeVisible()
  await expect(option(page, /일시 정지/)).toHaveCount(0)
  await expectAccessible()
  await page.keyboard.press('Escape')

  await page
    .getByRole('navigation', { name: '주 메뉴' })
    .getByRole('link', { name: '회원' })
    .click()
  await expect(title(page, '회원')).toBeVisible()
  await page.getByLabel('지갑').selectOption('no')
  await expect(page).toHaveURL(/wallet=no/)
  await expect(page.getByRole('link', { name: nickname })).toBeVisible()
  await expectAccessible()

  await page.setViewportSize({ width: 390, height: 844 })
  await expect(page.getByRole('link', { name: '회원' })).toBeVisible()
  expect(await overhangOf(page)).toBe(0)
  await expectAccessible()
  await page.getByRole('link', { name: nickname }).click()
  await expect(title(page, nickname)).toBeVisible()
  await expect(page.getByText('불러오는 중')).toHaveCount(0)
  expect(refused).toEqual([])
})
