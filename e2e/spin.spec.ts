import type { Page } from '@playwright/test'
import { expect, test } from './support/fixtures.ts'
import { logIn } from './support/log-in.ts'
import { navigateInApp } from './support/navigate-in-app.ts'
import type { TestMember } from './support/members.ts'
import { unlock } from './support/pin.ts'
import { pressWhenReady } from './support/press.ts'
import { requestsOf } from './support/api.ts'
import { DASHBOARD, SEASON } from './support/programme-server.ts'

const SPIN = `${DASHBOARD}/missions/2`
const EXECUTE = requestsOf('mission.execute', { seasonId: SEASON, missionId: 2 })

async function openWheel(page: Page, member: TestMember): Promise<void> {
  await page.goto('/auth/login')
  await logIn(page, { ...member, keepLoggedIn: true })
  await expect(page).toHaveURL('/home')
  await navigateInApp(page, SPIN)
  await expect(page.getByRole('button', { name: 'Spin for free' })).toBeVisible()
}

async function spinsOf({ api }: TestMember): Promise<number[]> {
  const { list } = await api.call('history.list', { params: { seasonId: SEASON } })
  return list.filter(({ kind }) => kind === 'SPIN').map(({ xp }) => xp)
}

/** Pauses every animation at its current time until the test plays it. */
function pauseAnimations(): void {
  // oxlint-disable-next-line typescript/unbound-method -- bound below, per element
  const { animate } = Element.prototype
  Element.prototype.animate = function held(this: Element, ...given) {
    const animation = animate.apply(this, given)
    animation.pause()
    return animation
  }
}

/**
 * Returns how far the wheel animation has played in milliseconds, or undefined while it is idle.
 */
function playedMs(page: Page): Promise<number | undefined> {
  return page.evaluate(() => {
    const [turning] = document
      .getAnimations()
      .filter(({ effect }) => effect instanceof KeyframeEffect && effect.target?.tagName === 'g')
    return Number(turning?.currentTime) || undefined
  })
}

test.describe('with motion', () => {
  test.use({ contextOptions: { reducedMotion: 'no-preference' } })

  test('the wheel plays a known result and continues after a reload in the middle', async ({
    page,
    newMember,
  }) => {
    const member = await newMember()
    await page.addInitScript(pauseAnimations)
    await openWheel(page, member)
    const startedAtMs = Date.now()
    await page.clock.setFixedTime(startedAtMs)

    await pressWhenReady(page, 'Spin for free')
    await expect(page.getByText('The wheel is turning')).toBeVisible()
    // The reload happens after 1.5 of its 4.2 s.
    await page.clock.setFixedTime(startedAtMs + 1500)
    const spins = await spinsOf(member)
    expect(spins).toHaveLength(1)
    await page.reload()
    await unlock(page, member.pin)

    await expect(page).toHaveURL(SPIN)
    await expect(page.getByText('The wheel is turning')).toBeVisible()
    // The text appears before the animation starts.
    await expect.poll(() => playedMs(page)).toBe(1500)
    await page.evaluate(() => document.getAnimations().forEach((animation) => animation.play()))
    await expect(page.getByRole('button', { name: `Last spin: ${spins[0]} XP` })).toContainText(
      'Verified fair',
    )
    expect(await spinsOf(member)).toEqual(spins)
  })
})

test('a member whose spin response was lost retries, and the spin counts once', async ({
  page,
  newMember,
  checkScreen,
  allowConsoleErrors,
}) => {
  allowConsoleErrors(/Failed to load resource/)
  const member = await newMember()
  await openWheel(page, member)
  const sent: { key: string | undefined; body: unknown }[] = []
  let answer: 'lost' | 'busy' | 'own' = 'lost'
  const busy = { code: 2902, success: false, msg: 'Too many requests.', data: null }
  await page.route(EXECUTE, async (route) => {
    const request = route.request()
    sent.push({ key: request.headers()['idempotency-key'], body: request.postDataJSON() })
    if (answer === 'own') return route.continue()
    if (answer === 'busy') return route.fulfill({ status: 429, json: busy })
    // The request reaches the server; only the response is lost.
    await route.fetch()
    return route.abort()
  })

  await pressWhenReady(page, 'Spin for free')
  await expect(page.getByText('We’re still waiting for your last spin’s result.')).toBeVisible()
  await checkScreen('unanswered')
  // A rejection that is not about the spin does not discard it.
  answer = 'busy'
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByText('Too many requests.')).toBeVisible()
  await expect(page.getByText('We’re still waiting for your last spin’s result.')).toBeVisible()
  answer = 'own'
  await page.reload()
  await unlock(page, member.pin)

  await expect(page.getByRole('button', { name: /^You won [\d,]+ XP/ })).toContainText(
    'Verified fair',
  )
  expect(sent.length).toBeGreaterThanOrEqual(2)
  expect(new Set(sent.map((each) => JSON.stringify(each))).size).toBe(1)
  expect(sent[0]?.key).toMatch(/^[0-9a-f-]{36}$/)
  expect(await spinsOf(member)).toHaveLength(1)
})

test('a member sees that a draw does not match its values, and the next spin waits for the new commitment', async ({
  page,
  newMember,
  checkScreen,
}) => {
  const member = await newMember()
  await member.api.call('mission.execute', { params: { seasonId: SEASON, missionId: 3 }, body: {} })
  await openWheel(page, member)
  const released = Promise.withResolvers<void>()
  await page.route(
    requestsOf('mission.show', { seasonId: SEASON, missionId: 2 }),
    async (route) => {
      await released.promise
      return route.continue()
    },
  )
  await page.route(EXECUTE, async (route) => {
    const response = await route.fetch()
    const reply = (await response.json()) as {
      data: { prizeIndex: number; xp: number }
    }
    const { data } = reply
    data.prizeIndex = data.prizeIndex === 0 ? 1 : 0
    data.xp = data.prizeIndex === 0 ? 10 : 30
    return route.fulfill({ response, json: reply })
  })

  await pressWhenReady(page, 'Spin for free')

  await expect(page.getByRole('button', { name: /Couldn’t verify/ })).toBeVisible()
  const next = page.getByRole('button', { name: /^Spin for/ })
  await expect(next).toHaveAttribute('aria-busy', 'true')
  released.resolve()
  await expect(page.getByRole('button', { name: 'Spin for 1 ticket' })).toBeEnabled()
  await page.getByRole('button', { name: /Couldn’t verify/ }).click()
  await expect(page.getByRole('dialog', { name: 'We couldn’t verify this draw' })).toBeVisible()
  await checkScreen('not-verified')
})

test('a spin on another device costs nothing here, and a vanished commitment is reported', async ({
  page,
  newMember,
}) => {
  const member = await newMember()
  await openWheel(page, member)
  const mission = await member.api.call('mission.show', {
    params: { seasonId: SEASON, missionId: 2 },
  })
  if (mission.type !== 'SPIN') throw new Error('Mission 2 is not the spin')
  const { commitment } = mission
  await member.api.call('mission.execute', { params: { seasonId: SEASON, missionId: 3 }, body: {} })
  await member.api.call('mission.execute', { params: { seasonId: SEASON, missionId: 2 }, body: {} })

  await pressWhenReady(page, 'Spin for free')
  await expect(
    page.getByText('The wheel has changed. Nothing was used. Please spin again.'),
  ).toBeVisible()
  await expect(page.getByRole('button', { name: 'Spin for 1 ticket' })).toBeVisible()
  expect(await spinsOf(member)).toHaveLength(1)
  await expect(page.getByText(/without revealing it first/)).toHaveCount(0)

  // Simulates a server that swaps its commitment and reveals nothing while the wheel stays open.
  await page.route(
    requestsOf('mission.show', { seasonId: SEASON, missionId: 2 }),
    async (route) => {
      const response = await route.fetch()
      const reply = (await response.json()) as { data: { commitment: string; revealed: unknown[] } }
      reply.data.commitment = commitment
      reply.data.revealed = []
      return route.fulfill({ response, json: reply })
    },
  )
  await pressWhenReady(page, 'Spin for 1 ticket')
  await expect(page.getByText(/without revealing it first/)).toBeVisible()
})
