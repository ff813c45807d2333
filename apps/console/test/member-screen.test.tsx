import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { explanationText } from '@solstice/contract/explanation-texts'
import type { OperatorRole } from '@solstice/contract/endpoint'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { axeViolations, openScreen } from './open-screen.tsx'
import { entry, season, shownMember, timeline } from './sample-member.ts'
import { callsOf, me } from './sample-replies.ts'
import {
  explainedCheckIn,
  explainedHold,
  explainedNothing,
  explainedRefusal,
} from './sample-why.ts'
import { allowOnly, fault, reply, replyBy, sentCalls } from './server.ts'

const MEMBER = '/members/48213'
const copied = vi.fn<(text: string) => Promise<void>>()

beforeEach(() => {
  copied.mockReset().mockResolvedValue()
  vi.spyOn(navigator.clipboard, 'writeText').mockImplementation(copied)
})

async function openMember(search = '', as?: OperatorRole) {
  if (as) reply('operator.me', { ...me, role: as, calls: callsOf(as) })
  const router = await openScreen(`${MEMBER}${search}`)
  await screen.findByRole('heading', { level: 1, name: 'MinaHarbor' })
  return router
}

const button = (name: string | RegExp) => screen.findByRole('button', { name })
const press = async (name: string | RegExp) => fireEvent.click(await button(name))
const panel = () => screen.findByRole('complementary', { name: 'Why' })
const askedTimelines = () => sentCalls('member.timeline').map(({ input }) => input.query)

describe('the head of the page', () => {
  test('shows status, language, wallet and eight figures', async () => {
    await openMember()

    expect(await screen.findByText('Active')).toBeDefined()
    expect(screen.getByText('Korean')).toBeDefined()
    expect(screen.getByText('0x71C4…9E2F')).toBeDefined()
    await screen.findByText('rank 3,512')
    const tiles = within(screen.getByRole('region', { name: 'Figures' }))
    expect(tiles.getAllByRole('term').map(({ textContent }) => textContent)).toEqual([
      'Season XP',
      'Level',
      'Tickets',
      'Credit',
      'USDS',
      'Check-ins',
      'Withdrawals',
      'Sessions',
    ])
    for (const note of ['69 XP to 26', '2 a day', 'bought 3 times', 'of 17 days', 'no pause']) {
      expect(tiles.getByText(note)).toBeDefined()
    }
    expect(tiles.getByText('seen 12 min ago')).toBeDefined()
  })

  test('copies the whole wallet address', async () => {
    await openMember()

    await press('0x71C4…9E2F, copy wallet address')

    await waitFor(() => expect(copied).toHaveBeenCalledWith(shownMember.walletAddress))
    expect(await screen.findByText('Wallet address copied')).toBeDefined()
  })

  test('reveals the email address only when asked, and says that it is recorded', async () => {
    await openMember()
    expect(screen.queryByText('minaharbor@naver.com')).toBeNull()

    await press('Reveal the email address. This is recorded.')

    expect(await screen.findByText('minaharbor@naver.com')).toBeDefined()
    expect(screen.getByText('Recorded')).toBeDefined()
    expect(sentCalls('member.revealEmail')).toHaveLength(1)
  })

  test.each([
    ['frozen since 16 Jan', { payoutsFrozenAt: '2027-01-16T08:00:00.000Z' }],
    ['until 19 Jan', { withdrawalsPausedUntil: '2027-01-19T08:00:00.000Z' }],
    ['On hold', { status: 'SUSPENDED' as const }],
  ])('says why withdrawals stop: %s', async (text, more) => {
    reply('operator.showMember', { ...shownMember, ...more })
    await openMember()

    expect(await screen.findByText(text)).toBeDefined()
  })

  test('a deleted member has a note and no actions', async () => {
    const deletedAt = '2027-01-10T08:00:00.000Z'
    reply('operator.showMember', { ...shownMember, deletedAt, email: '', walletAddress: null })
    await openMember()

    expect(await screen.findByText(/^This account was deleted on 10 Jan 2027/)).toBeDefined()
    expect(screen.getByText('Deleted')).toBeDefined()
    expect(screen.queryByRole('button', { name: /^(Add note|Suspend…|Adjust…)$/ })).toBeNull()
    expect(screen.queryByRole('button', { name: /^Reveal/ })).toBeNull()
    expect(await axeViolations()).toEqual([])
  })

  test.each([
    ['SUPPORT', ['Add note', 'End sessions…', 'Suspend…'], ['Adjust…', 'Disable…']],
    ['FINANCE', ['Add note', 'Adjust…'], ['End sessions…', 'Suspend…']],
    ['AUDITOR', [], ['Add note', 'Adjust…', 'End sessions…', 'Suspend…', 'Restore…']],
  ] as const)('%s sees the actions of the role', async (role, offered, others) => {
    await openMember('', role)
    await screen.findByText('rank 3,512')

    for (const name of offered) expect(screen.getByRole('button', { name })).toBeDefined()
    for (const name of others) expect(screen.queryByRole('button', { name })).toBeNull()
  })

  test('the person on call ends sessions without reading the file', async () => {
    allowOnly('OPS')
    reply('operator.me', { ...me, role: 'OPS', calls: callsOf('OPS') })
    await openScreen(MEMBER)

    expect(await button('End sessions…')).toBeDefined()
    expect(screen.queryByRole('link', { name: /^Orders/ })).toBeNull()
    expect(await screen.findByText('Safari · iPhone')).toBeDefined()
  })
})

describe('the tabs', () => {
  test('show counts and keep the tab in the address', async () => {
    const router = await openMember()
    const tabs = within(screen.getByRole('navigation', { name: 'Parts of the file' }))
    expect(tabs.getAllByRole('link').map(({ textContent }) => textContent)).toEqual([
      'Timeline',
      'Season',
      'Orders3',
      'Payouts2',
      'Holds',
      'Sessions',
      'Invites4',
      'Notes1',
      'History',
    ])

    fireEvent.click(tabs.getByRole('link', { name: 'Payouts 2' }))

    expect(
      await screen.findByText('The cap of the day is reached, until 18 Jan 00:00 UTC+4'),
    ).toBeDefined()
    expect(router.state.location.search).toEqual({ tab: 'payouts' })
  })

  test.each([
    ['season', 'Why? round 2', 'round:12'],
    ['orders', 'Why? order 76902, Starter XP pack', 'order:76902'],
    ['orders', 'Refund: refund 31', 'refund:31'],
    ['payouts', 'Why? payout 2402', 'payout:2402'],
    ['invites', 'Why? HanRiver8', 'friend:1768600000000.1'],
  ])('%s explains %s', async (tab, name, entryId) => {
    const router = await openMember(`?tab=${tab}`)

    await press(name)

    await panel()
    await waitFor(() => expect(router.state.location.search).toEqual({ tab, entry: entryId }))
    expect(sentCalls('explanation.ofMember').at(-1)?.input.params).toEqual({
      userId: 48_213,
      entryId,
    })
  })

  test('a season in which the member did nothing says so', async () => {
    reply('member.season', { ...season, joined: false })
    await openMember('?tab=season&season=3')

    expect(
      await screen.findByText('This member has done nothing in The Long Night yet.'),
    ).toBeDefined()
  })
})

describe('the timeline', () => {
  test('groups entries by programme day and says in words what happened', async () => {
    await openMember()

    expect(await screen.findByRole('heading', { name: /^Today, 17 January/ })).toBeDefined()
    expect(screen.getByRole('heading', { name: /^Yesterday, 16 January/ })).toBeDefined()
    expect(screen.getByRole('heading', { name: /^Friday 15 January/ })).toBeDefined()
    expect(screen.getByText('Tide of the day refused')).toBeDefined()
    expect(screen.getByText('2304, already done today · 2 times')).toBeDefined()
    expect(screen.getByText('+157 XP')).toBeDefined()
    expect(screen.getByText('+2 tickets')).toBeDefined()
    expect(screen.getByText('Push “Reward paid”')).toBeDefined()
    expect(screen.getByText('jiwoo.park added a note')).toBeDefined()
    expect(screen.getByText('“Asked about round 2, explained.”')).toBeDefined()
    expect(screen.getByText('+9.26 USDS')).toBeDefined()
    expect(screen.getByText('Payout 2391 · paid')).toBeDefined()
  })

  test('filters by kind and season, both in the address', async () => {
    const router = await openMember()
    await screen.findByText('+157 XP')

    await press('Refused')
    await waitFor(() => expect(router.state.location.search).toEqual({ group: 'REFUSED' }))
    fireEvent.change(screen.getByLabelText('Season'), { target: { value: '4' } })

    await waitFor(() =>
      expect(askedTimelines().at(-1)).toEqual({ before: 'latest', group: 'REFUSED', seasonId: 4 }),
    )
    expect(router.state.location.search).toEqual({ group: 'REFUSED', season: 4 })
    await press('All')
    await waitFor(() => expect(router.state.location.search).toEqual({ season: 4 }))
  })

  test('continues with older entries', async () => {
    const older = entry('history:1', '2027-01-02T05:00:00.000Z', { kind: 'SPIN' })
    reply('member.timeline', timeline, { list: [older], nextCursor: null })
    await openMember()

    await press('Show older')

    expect(await screen.findByRole('heading', { name: /^Saturday 2 January/ })).toBeDefined()
    expect(askedTimelines().at(-1)).toEqual({ before: timeline.nextCursor })
    expect(screen.getByText('This is where the timeline begins.')).toBeDefined()
  })

  test('an empty filter says what to do', async () => {
    reply('member.timeline', { list: [], nextCursor: null })
    await openMember('?group=MONEY')

    expect(await screen.findByText(/^Nothing matches this filter/)).toBeDefined()
  })
})

describe('the explanation', () => {
  test('adds up, equals the ledger, and is in the address', async () => {
    const router = await openMember()

    await press('Why? Daily check-in')

    const why = within(await panel())
    expect(await why.findByRole('heading', { name: 'Why +157 XP?' })).toBeDefined()
    expect(why.getByText('Credited as the rules say.')).toBeDefined()
    expect(why.getByText('Ledger and replay agree.')).toBeDefined()
    const rows = why.getAllByRole('row').map(({ textContent }) => textContent)
    expect(rows).toContain('Check-in bonuscheck-in 15, every 5 bring 100+100')
    expect(rows).toContain('Tier bonusSilver, 5 % of 150, rounded down+7')
    expect(rows.at(-1)).toBe('Total2,161 to 2,318 season XP157')
    expect(why.getByText(/^Transaction 812,190, 17 Jan 2027 09:14/)).toBeDefined()
    expect(why.getByText('check-in, version 1, season version 7')).toBeDefined()
    expect(router.state.location.search).toEqual({ entry: 'history:312' })
    expect(await axeViolations()).toEqual([])
  })

  test('of an entry that is not on the page opens from the address', async () => {
    reply('explanation.ofMember', explainedNothing)
    await openMember('?entry=round:12')

    const why = within(await panel())
    expect(await why.findByRole('heading', { name: 'Why no reward?' })).toBeDefined()
    expect(why.getByText('No reward, as the rules say.')).toBeDefined()
    expect(why.getByText('2 of 3: 8 Jan, 10 Jan')).toBeDefined()
    expect(screen.queryByRole('button', { name: /^Why\?/, pressed: true })).toBeNull()
    expect(document.activeElement?.tagName).toBe('H1')
  })

  test('of a refusal shows code, reason and call', async () => {
    reply('explanation.ofMember', explainedRefusal)
    await openMember('?entry=refusal:9')

    const why = within(await panel())
    expect(await why.findByText('Refused as the rules say.')).toBeDefined()
    expect(why.getByText('2304 DONE_TODAY')).toBeDefined()
    expect(why.getByText('mission.execute')).toBeDefined()
    expect(why.getByText('Not met')).toBeDefined()
  })

  test('of a held payout shows inputs that the member does not see', async () => {
    reply('explanation.ofMember', explainedHold)
    await openMember('?entry=payout:2402')

    const why = within(await panel())
    expect(await why.findByText('Not paid yet.')).toBeDefined()
    expect(why.getByText('Hidden from the member')).toBeDefined()
    expect(why.getByText('Paid to all today').nextSibling?.textContent).toBe('9998.5')
  })

  test.each([
    ['the ledger', { equalsLedger: false }, /^The ledger has other amounts/],
    ['a replay', { replayed: false }, /^Replaying the rule gives another result/],
  ])('that differs from %s is an alarm', async (_name, more, text) => {
    reply('explanation.ofMember', { ...explainedCheckIn, ...more })
    await openMember('?entry=history:312')

    expect(await screen.findByText(text)).toBeDefined()
  })

  test('is copied as the member reads it, in the language of the member or another', async () => {
    await openMember('?entry=history:312')
    const answer = (language: 'en' | 'ko') => explanationText(explainedCheckIn, language).sentence
    expect(await screen.findByText(answer('ko'))).toBeDefined()

    await press('Copy answer')
    await waitFor(() => expect(copied).toHaveBeenLastCalledWith(answer('ko')))
    await press('en, English')
    await press('Copy answer')

    await waitFor(() => expect(copied).toHaveBeenLastCalledWith(answer('en')))
    expect(await screen.findByText('Answer copied')).toBeDefined()
  })

  test('moves the focus to its title, and back to the button when it closes', async () => {
    const router = await openMember()
    const opener = await button('Why? Daily check-in')
    opener.focus()

    fireEvent.click(opener)
    await waitFor(() => expect(document.activeElement?.textContent).toBe('Why +157 XP?'))
    fireEvent.keyDown(document.activeElement ?? document.body, { key: 'Escape' })

    await waitFor(() => expect(screen.queryByRole('complementary', { name: 'Why' })).toBeNull())
    expect(document.activeElement).toBe(opener)
    expect(router.state.location.search).toEqual({})
  })

  test('is a dialog where there is no room beside the list', async () => {
    const isNarrow = vi
      .spyOn(window, 'matchMedia')
      .mockImplementation(
        (query) =>
          Object.assign(new EventTarget(), { matches: true, media: query }) as MediaQueryList,
      )
    await openMember()

    await press('Why? Daily check-in')

    const dialog = await screen.findByRole('dialog', { name: 'Why +157 XP?' })
    expect(await axeViolations()).toEqual([])
    fireEvent(dialog, new Event('cancel'))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    isNarrow.mockRestore()
  })

  test('that cannot be read has its code, and is read again', async () => {
    reply('explanation.ofMember', fault(), explainedCheckIn)
    await openMember('?entry=history:312')
    const why = within(await panel())
    expect(await why.findByText('9999, req-7f3a')).toBeDefined()

    fireEvent.click(why.getByRole('button', { name: 'Retry' }))

    expect(await why.findByText('Credited as the rules say.')).toBeDefined()
  })

  test('shows no other entry while the next one loads', async () => {
    const { promise, resolve } = Promise.withResolvers<typeof explainedRefusal>()
    await openMember('?entry=history:312')
    await screen.findByText('Credited as the rules say.')
    replyBy('explanation.ofMember', () => promise)

    await press('Why? Tide of the day refused')
    await waitFor(() => expect(screen.queryByText('Credited as the rules say.')).toBeNull())
    await act(async () => resolve(explainedRefusal))

    expect(await screen.findByText('Refused as the rules say.')).toBeDefined()
  })
})

describe('what the member could still earn', () => {
  test('says for every mission whether the member would get it now', async () => {
    const router = await openMember('?entry=history:312')

    await press('What could they still earn now?')

    // The panel of another entry is another element.
    expect(await screen.findByText('1 of 2 missions is open to this member now.')).toBeDefined()
    const why = within(await panel())
    expect(why.getByText('Partner quest').parentElement?.textContent).toContain('Yes, now')
    expect(why.getByText('Daily check-in').parentElement?.textContent).toContain('Done')
    expect(router.state.location.search).toEqual({ entry: 'now' })
    expect(sentCalls('member.missions').at(-1)?.input.params).toEqual({
      userId: 48_213,
      seasonId: 4,
    })
  })
})
