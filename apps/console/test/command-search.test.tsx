import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { OPERATOR_ROLES } from '@solstice/contract/endpoint'
import { describe, expect, test } from 'vitest'
import {
  FIELD,
  PEEK,
  chosen,
  countText,
  findOption,
  groups,
  holdReplies,
  listOf,
  openMenu,
  optionOf,
  options,
  pressKey,
  queries,
  type,
} from './command-steps.tsx'
import { axeViolations } from './open-screen.tsx'
import { FOUND, MINA, found } from './sample-members.ts'
import { callsOf } from './sample-replies.ts'
import { fault, refusedCalls, reply } from './server.ts'

describe('results', () => {
  test('stand by kind above pages and actions, with the typed part marked', async () => {
    const { field } = await openMenu()

    type(field, 'mina')

    await findOption(/^MinaHarbor/)
    expect(groups().map((group) => group.firstChild?.textContent)).toEqual([
      'Members',
      'Payouts and orders of MinaHarbor',
      'Seasons, products and notices',
      'Audit and jobs',
      'Actions',
    ])
    expect(options()).toEqual([
      'MinaHarbor48213, m••••r@naver.comEnter',
      'MinaLight2448071, m••••t@harbor.example, suspended',
      'Payout 2391reward, 9.26 USDS, confirmed 16 Jan',
      'Order 76902Starter XP pack, 5 USDS, completed',
      'Mina’s lantern20 tickets, published',
      'Audit 20,391member.addNote, Member 48213, 16 Jan',
      'Suspend MinaHarbor…asks for a reason',
    ])
    const marks = document.querySelectorAll('mark')
    expect(Array.from(marks, (mark) => mark.textContent)).toContain('Mina')
    expect(countText()).toBe('7 results')
    expect(screen.getByText(/^\d+ ms$/)).toBeDefined()
  })

  test('are asked for once, after typing pauses', async () => {
    const { field } = await openMenu()

    for (const text of ['m', 'mi', 'min', 'mina']) type(field, text)

    await findOption(/^MinaHarbor/)
    expect(queries()).toEqual(['mina'])
  })

  test('of the text before stay until the next ones arrive, and a late reply is ignored', async () => {
    const replies = holdReplies()
    const { field } = await openMenu()
    type(field, 'mina')
    await replies.send('mina', FOUND)
    await findOption(/^MinaHarbor/)

    type(field, 'minal')
    const isCancelled = await replies.signalOf('minal')
    expect(options()[0]).toMatch(/^MinaHarbor/)
    type(field, 'noah')
    await replies.send('noah', listOf(found('MEMBER', '7', { userId: 7, title: 'Noah' })))
    expect(isCancelled.aborted).toBe(true)
    await replies.send('minal', FOUND)

    expect(chosen().textContent).toMatch(/^Noah/)
    expect(optionOf(/^MinaHarbor/)).toBeUndefined()
  })

  test('of before do not come back after the field was emptied', async () => {
    const replies = holdReplies()
    const { field } = await openMenu()
    type(field, 'mina')
    await replies.send('mina', FOUND)
    await findOption(/^MinaHarbor/)

    type(field, '')
    expect(optionOf(/^MinaHarbor/)).toBeUndefined()
    type(field, 'au')
    await replies.signalOf('au')

    expect(optionOf(/^MinaHarbor/)).toBeUndefined()
    expect(chosen().textContent).toMatch(/^Audit/)
  })

  test('are no longer waited for once the menu is closed', async () => {
    const replies = holdReplies()
    const { field } = await openMenu()
    type(field, 'mina')
    const signal = await replies.signalOf('mina')

    fireEvent(screen.getByRole('dialog'), new Event('cancel'))

    await waitFor(() => expect(signal.aborted).toBe(true))
  })

  test('that fail show the code, keep the pages and are asked for again by Retry', async () => {
    reply('search.find', fault(), FOUND)
    const { field } = await openMenu()

    type(field, 'audit')

    const alert = await screen.findByRole('alert')
    expect(alert.textContent).toContain('The search failed.')
    expect(alert.textContent).toContain('9999, req-7f3a')
    expect(chosen().textContent).toMatch(/^Audit/)
    expect(await axeViolations()).toEqual([])
    fireEvent.click(within(alert).getByRole('button', { name: 'Retry' }))
    await findOption(/^MinaHarbor/)
    expect(screen.queryByRole('alert')).toBeNull()
  })

  test('that are none say what can be searched', async () => {
    reply('search.find', listOf())
    const { field } = await openMenu()

    type(field, 'zzzz')

    expect(await screen.findByText('No result for “zzzz”.')).toBeDefined()
    expect(screen.getByText(/members by number, email, nickname or wallet/)).toBeDefined()
    expect(countText()).toBe('No results')
  })

  test.each(['en', 'ko'] as const)('and the peek panel pass axe in %s', async (language) => {
    const { field } = await openMenu({ language })
    type(field, 'mina')
    await findOption(/^MinaHarbor/)

    pressKey('Tab')

    await screen.findByRole('region', { name: PEEK })
    expect(await axeViolations()).toEqual([])
  })
})

describe('Enter', () => {
  test.each([
    [{ ...MINA, exact: true }, '/members/48213', {}],
    [found('ORDER', '12', { userId: 9 }), '/members/9', { entry: 'order:12' }],
    [found('REFUND', '3', { userId: 9 }), '/refunds/3', {}],
    [found('PRODUCT', '12', { title: 'Lantern' }), '/shop/12', {}],
    [found('PAYOUT', '2391', { userId: 9 }), '/money/payouts/2391', {}],
    [found('TRANSACTION', `0x${'ab'.repeat(32)}`, { userId: 9 }), '/members/9', {}],
    [found('SEASON', '4', { title: 'The Long Night' }), '/members', { season: 4 }],
    [
      found('JOB', '8', { title: 'push.send', state: 'dead' }),
      '/system/jobs',
      { kind: 'push.send' },
    ],
    [found('AUDIT', '20391', { title: 'job.retry' }), '/system/audit', { entry: 20_391 }],
  ])('opens %j', async (result, path, search) => {
    reply('search.find', listOf(result))
    const { router, field } = await openMenu()
    type(field, 'something')
    await waitFor(() => expect(options()).not.toEqual([]))

    pressKey('Enter')

    await waitFor(() => expect(router.state.location.pathname).toBe(path))
    expect(router.state.location.search).toEqual(search)
    expect(screen.queryByRole('combobox', { name: FIELD })).toBeNull()
  })

  test.each(['NOTICE'] as const)('shows the facts of a %s, which has no page', async (kind) => {
    reply('search.find', listOf(found(kind, '12', { title: 'Lantern' })))
    const { router, field } = await openMenu()
    type(field, 'lantern')
    await findOption(/^Lantern/)

    pressKey('Enter')

    const peek = await screen.findByRole('region', { name: 'Facts about Lantern' })
    expect(within(peek).getByText('There is no page for this yet.')).toBeDefined()
    expect(router.state.location.pathname).toBe('/me')
  })

  test('puts a whole number first, above the places that the number could mean', async () => {
    reply('search.find', listOf(found('AUDIT', '57', { exact: true }), { ...MINA, exact: true }))
    const { field } = await openMenu()

    type(field, '57')

    await findOption(/^MinaHarbor/)
    expect(options().map((text) => text?.replace(/\d+,.*$/, ''))).toEqual([
      'MinaHarbor',
      'Audit 57',
      'Approval 57',
      'Suspend MinaHarbor…asks for a reason',
    ])
  })

  test('waits for the results of the typed text, so that it never opens an earlier one', async () => {
    const replies = holdReplies()
    const { router, field } = await openMenu()
    type(field, 'mina')
    await replies.send('mina', FOUND)
    await findOption(/^MinaHarbor/)
    type(field, 'noah')

    pressKey('Enter')
    await replies.signalOf('noah')
    expect(router.state.location.pathname).toBe('/me')
    await replies.send('noah', listOf(found('MEMBER', '7', { userId: 7, title: 'Noah' })))

    await waitFor(() => expect(router.state.location.pathname).toBe('/members/7'))
  })

  test('opens a page whose whole name was typed without waiting', async () => {
    holdReplies()
    const { router, field } = await openMenu()
    type(field, 'health')

    pressKey('Enter')

    await waitFor(() => expect(router.state.location.pathname).toBe('/system/health'))
  })

  test('opens nothing after the search failed', async () => {
    reply('search.find', fault())
    const { router, field } = await openMenu()
    type(field, 'heal')

    pressKey('Enter')

    await screen.findByRole('alert')
    expect(router.state.location.pathname).toBe('/me')
  })
})

describe('keys', () => {
  test('Home and End choose the first and the last entry, also around its ends', async () => {
    const { field } = await openMenu()
    type(field, 'mina')
    await findOption(/^MinaHarbor/)

    pressKey('End')
    expect(chosen().textContent).toMatch(/^Suspend MinaHarbor…/)
    pressKey('ArrowDown')
    expect(chosen().textContent).toMatch(/^MinaHarbor/)
    pressKey('End')
    pressKey('Home')
    expect(chosen().textContent).toMatch(/^MinaHarbor/)
    expect(field.getAttribute('aria-activedescendant')).toBe(chosen().id)
  })

  test('Tab peeks at the chosen result, and Escape closes the panel before the menu', async () => {
    const { field } = await openMenu()
    type(field, 'mina')
    await findOption(/^MinaHarbor/)

    pressKey('Tab')
    const peek = await screen.findByRole('region', { name: 'Facts about MinaHarbor' })
    expect(within(peek).getByText('m••••r@naver.com')).toBeDefined()
    expect(within(peek).getByText(/^2 Jan/)).toBeDefined()
    pressKey('ArrowDown')
    expect(screen.getByRole('region', { name: 'Facts about MinaLight24' })).toBeDefined()
    expect(document.activeElement).toBe(field)

    expect(pressKey('Escape')).toBe(false)
    expect(screen.queryByRole('region', { name: PEEK })).toBeNull()
    // The browser turns the second one into the event that closes the dialog.
    expect(pressKey('Escape')).toBe(true)
  })

  test('Tab leaves the field where there is nothing to peek at', async () => {
    const { field } = await openMenu()
    type(field, '>freeze')
    await findOption(/^Freeze/)

    expect(pressKey('Tab')).toBe(true)
    expect(screen.queryByRole('region', { name: PEEK })).toBeNull()
  })

  test('a > searches nothing and shows actions only', async () => {
    const { field } = await openMenu()

    type(field, '>freeze')

    await findOption(/^Freeze all payouts…/)
    expect(groups()).toHaveLength(1)
    expect(queries()).toEqual([])
  })
})

describe('filters', () => {
  test('write themselves into the field and are sent, and go by another press', async () => {
    const { field } = await openMenu()
    type(field, 'mina')
    const chip = (name: string) => screen.getByRole('button', { name })

    fireEvent.click(chip('is:held'))
    fireEvent.click(chip('>100 USDS'))
    expect(field.value).toBe('mina is:held >100 USDS ')
    expect(chip('is:held').getAttribute('aria-pressed')).toBe('true')
    expect(document.activeElement).toBe(field)
    await waitFor(() => expect(queries().at(-1)).toBe('mina is:held >100 USDS'))

    fireEvent.click(chip('is:held'))
    expect(field.value).toBe('mina >100 USDS ')
    expect(chip('is:held').getAttribute('aria-pressed')).toBe('false')
  })

  test('that were typed are chips, too', async () => {
    const { field } = await openMenu()

    type(field, 'state:failed ')

    const chip = await screen.findByRole('button', { name: 'state:FAILED', pressed: true })
    fireEvent.click(chip)
    expect(field.value).toBe('')
  })
})

describe.each(OPERATOR_ROLES)('%s', (role) => {
  const may = (id: string) => callsOf(role).includes(id)

  test('is offered only what the role may open or do, and makes no refused call', async () => {
    const { field } = await openMenu({ role })
    type(field, 'mina')
    await findOption(/^MinaHarbor/)

    const enters = () => within(chosen()).queryByText('Enter')
    expect(enters() !== null).toBe(may('operator.showMember'))
    expect(optionOf(/^Suspend MinaHarbor…/) !== undefined).toBe(may('operator.suspendMember'))
    fireEvent.mouseMove(await findOption(/^Audit 20,391/))
    expect(enters() !== null).toBe(may('operator.listAudit'))
    expect(refusedCalls()).toEqual([])
  })

  test('reads in the texts only of kinds that the role finds', async () => {
    reply('search.find', listOf())
    const { field } = await openMenu({ role })
    type(field, 'zzzz')
    await screen.findByText('No result for “zzzz”.')

    expect(screen.queryByText(/members by number/) !== null).toBe(may('operator.findMembers'))
  })
})

test('the action of a suspended member restores, and opens the dialog of the member’s page', async () => {
  reply('search.find', listOf({ ...MINA, state: 'SUSPENDED' }))
  const { router, field } = await openMenu()
  type(field, 'mina')
  fireEvent.click(await findOption(/^Restore MinaHarbor…/))

  await waitFor(() => expect(router.state.location.pathname).toBe('/members/48213'))
  expect(router.state.location.search).toEqual({ open: 'restore' })
})

test('a deleted member has no actions', async () => {
  reply('search.find', listOf({ ...MINA, state: 'DELETED' }))
  const { field } = await openMenu()

  type(field, 'mina')

  expect((await findOption(/^MinaHarbor/)).textContent).toContain('deleted')
  expect(optionOf(/^(Restore|Suspend) MinaHarbor/)).toBeUndefined()
})
