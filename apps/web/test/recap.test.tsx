import { act, fireEvent, screen } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { Code } from '@solstice/contract/codes'
import { ApiError } from '@solstice/ui/api-error.ts'
import { openScreen } from './open-screen.tsx'
import { sampleRecap } from '#/features/recap/sample-recap.ts'
import { clearMockReplies, mockReply, setReplyState } from './replies.ts'

const PATH = '/rewards/dashboard/2/recap'

beforeEach(() => {
  localStorage.clear()
  clearMockReplies()
})

const frame = () => document.querySelector('[data-frame]')?.getAttribute('data-frame')
const button = (name: string) => screen.getByRole('button', { name })

async function openRecap(change: object = {}): Promise<void> {
  mockReply('recap.mine', { ...sampleRecap('en'), ...change })
  await openScreen(PATH, 'normal')
  await screen.findByRole('heading', { level: 1, name: 'Your season: Midsummer' })
}

test('moves by tap, key and time, and stays on the first and the last frame', async () => {
  await openRecap()

  expect(frame()).toBe('days')
  fireEvent.click(button('Previous'))
  expect(frame()).toBe('days')
  fireEvent.click(button('Next'))
  expect(frame()).toBe('tiers')
  fireEvent.keyDown(window, { key: 'ArrowLeft' })
  expect(frame()).toBe('days')
  const ended = () => {
    const segment = document.querySelector('i[class*=now]')
    if (segment) fireEvent.animationEnd(segment)
  }
  for (const name of ['tiers', 'place', 'gains', 'gains']) {
    ended()
    expect(frame()).toBe(name)
  }
  fireEvent.keyDown(window, { key: 'ArrowRight' })
  expect(frame()).toBe('gains')
})

test('stays on its frame when it is held, and moves with a swipe', async () => {
  await openRecap()
  const zones = button('Next').parentElement ?? document.body
  const press = (type: 'pointerDown' | 'pointerUp', timeStamp: number, clientX: number) => {
    const event = new MouseEvent(type.toLowerCase(), { bubbles: true, clientX })
    Object.defineProperty(event, 'timeStamp', { value: timeStamp })
    act(() => void zones.dispatchEvent(event))
  }

  press('pointerDown', 100, 200)
  expect(document.querySelector('[class*=held]')).not.toBeNull()
  press('pointerUp', 900, 200)
  fireEvent.click(button('Next'))
  expect(frame()).toBe('days')
  expect(document.querySelector('[class*=held]')).toBeNull()

  press('pointerDown', 950, 200)
  fireEvent.pointerLeave(zones)
  expect(document.querySelector('[class*=held]')).toBeNull()

  press('pointerDown', 1000, 200)
  press('pointerUp', 1100, 100)
  fireEvent.click(button('Next'))
  expect(frame()).toBe('tiers')
  press('pointerDown', 2000, 100)
  press('pointerUp', 2100, 200)
  fireEvent.click(button('Next'))
  expect(frame()).toBe('days')
})

test('reads every frame to a screen reader as a list', async () => {
  await openRecap()

  const list = screen.getByRole('list', { name: 'The frames of your recap' })
  const items = Array.from(list.children, ({ children }) =>
    Array.from(children, ({ textContent }) => textContent),
  )
  expect(items).toEqual([
    [
      'You showed up',
      'Each ray is one day of Midsummer.',
      '28 of 35 days',
      'Your longest chain was 17 days.',
    ],
    [
      'From first light to Platinum',
      'Bronze: 1 Jun',
      'Silver: 6 Jun',
      'Gold: 9 Jun',
      'Platinum: 1 Jul',
      '10,212 XP · level 103',
      'Best day: 1 Jul, with 1,155 XP.',
    ],
    [
      '95% of all members are behind you',
      'If 100 members stood in line, 4 would be ahead of you. You finished 26th of 520.',
      '4 friends joined you',
      'and all of them stayed until the last round.',
    ],
    [
      'Here’s what you took home',
      'Best spin: 1,000 XP',
      'Missions completed: 34',
      'Rounds that paid you: 3 of 5',
      'Earned: 42.20 USDS',
    ],
  ])
})

test('shows only the frames that have something to tell', async () => {
  await openRecap({ frames: ['tiers'], tiers: sampleRecap('en').tiers.slice(0, 1) })

  expect(frame()).toBe('tiers')
  expect(document.querySelector('[data-frame]')?.textContent).toContain('You finished\nin Bronze')
  fireEvent.click(button('Next'))
  expect(frame()).toBe('tiers')
  // One is for screen readers, the other one is on the last frame.
  expect(screen.getAllByRole('button', { name: 'Share your season' })).toHaveLength(2)
})

test('tells the place instead of a share of nobody', async () => {
  await openRecap({ frames: ['place'], place: { place: 12, members: 12, behindPercent: 0 } })

  const shown = document.querySelector('[data-frame]')?.textContent
  expect(shown).toContain('#12is your place among 12 members')
  expect(shown).toContain('You finished 12th of 12.')
  expect(shown).not.toContain('%')
})

test('shows a recap that was seen before while the server does not answer', async () => {
  await openRecap()
  screen.getAllByRole('heading')[0]?.ownerDocument.body.replaceChildren()
  setReplyState('failing')

  await openScreen(PATH, 'failing')

  await screen.findByRole('heading', { level: 1, name: 'Your season: Midsummer' })
  expect(frame()).toBe('days')
})

test.each([
  [Code.RECAP_SEASON_RUNNING, 'Your recap will be ready when the season ends.'],
  [Code.RECAP_GONE, 'The recap of this season isn’t available anymore.'],
])('shows the reason of a refusal with code %i', async (code, msg) => {
  mockReply('recap.mine', new ApiError({ code, status: 400, msg }))
  await openScreen(PATH, 'normal')

  expect(await screen.findByText(msg)).toBeDefined()
})

test('offers name and amount switched off, and no amount to a member who earned nothing', async () => {
  await openRecap({ rounds: { ...sampleRecap('en').rounds, rewarded: 0, earned: '0' } })

  fireEvent.click(screen.getAllByRole('button', { name: 'Share your season' })[0] as HTMLElement)

  await screen.findByRole('heading', { level: 1, name: 'Share your season' })
  const switches = screen.getAllByRole('switch')
  expect(switches.map((each) => [each.getAttribute('aria-checked')])).toEqual([['false']])
  const picture = screen.getByRole('img', {
    name: /^Picture to share: My Midsummer, 28 of 35 days/,
  })
  expect(picture.getAttribute('aria-label')).not.toContain('MinaHarbor')
  fireEvent.click(switches[0] as HTMLElement)
  expect(picture.getAttribute('aria-label')).toContain('MinaHarbor')
})
