import { type Locator, type Page, expect } from '@playwright/test'
import type { CallData } from '@solstice/contract/wire'
import { logIn } from './log-in.ts'
import { navigateInApp } from './navigate-in-app.ts'
import type { TestMember } from './members.ts'
import { createWallet } from './wallet-steps.ts'

export const SEASON = 2
export const DASHBOARD = `/rewards/dashboard/${SEASON}`
export const SHOP = `${DASHBOARD}/missions/6/buy-xp`

export type Product = CallData<'product.list'>['list'][number]
export type Standing = Pick<
  CallData<'season.show'>['me'],
  'xpBalance' | 'tickets' | 'seasonXp' | 'rank'
>

export async function open(page: Page, member: { email: string; password: string }): Promise<void> {
  await page.goto('/auth/login')
  await logIn(page, { ...member, keepLoggedIn: true })
  await expect(page).toHaveURL('/home')
}

export async function productsOf({ api }: TestMember): Promise<Product[]> {
  const input = { params: { seasonId: SEASON }, query: { size: 100 } }
  return (await api.call('product.list', input)).list
}

export async function standingOf({ api }: TestMember): Promise<Standing> {
  const { me } = await api.call('season.show', { params: { seasonId: SEASON } })
  const { xpBalance, tickets, seasonXp, rank } = me
  return { xpBalance, tickets, seasonXp, rank }
}

/** Opens the app with a new wallet that the faucet has funded on both networks. */
export async function openWithWallet(page: Page, member: TestMember): Promise<void> {
  await open(page, member)
  await navigateInApp(page, '/wallet/create/')
  await createWallet(page)
  await page.getByRole('link', { name: 'Go to wallet' }).click()
  await expect(page.getByText('250 USDS', { exact: true })).toHaveCount(2, { timeout: 60_000 })
}

/** Returns the cheapest product that is paid on chain, with its chain. */
export async function tokenPackOf(member: TestMember): Promise<Product & { chainId: number }> {
  const pack = (await productsOf(member)).find(({ payType }) => payType === 'TOKEN')
  if (!pack || pack.chainId === null) throw new Error('The shop has no product for tokens')
  return { ...pack, chainId: pack.chainId }
}

export const fact = (page: Page, name: string): Locator =>
  page.locator('dl > div', { has: page.getByText(name, { exact: true }) }).locator('dd')

/** Locates the heading that states the outcome of a screen. */
export const outcomeHeading = (page: Page, name: string | RegExp): Locator =>
  page.getByRole('heading', { name, level: 2 })
