import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { OPERATOR_ROLES } from '@solstice/contract/endpoint'
import { expect, test } from 'vitest'
import { axeViolations, openScreen } from './open-screen.tsx'
import { callsOf, me } from './sample-replies.ts'
import { reply } from './server.ts'

const pressKey = (key: string, more: object = {}) =>
  fireEvent.keyDown(document.activeElement ?? document.body, { key, ...more })

/** Opens a page and then the menu, with the field as the focused element. */
async function openMenu(path = '/system/health', language: 'en' | 'ko' = 'en') {
  // These tests are about pages and actions.
  reply('search.find', { list: [], filters: [] })
  const router = await openScreen(path, { language })
  await screen.findByRole('heading', { level: 1 })
  pressKey('k', { ctrlKey: true })
  const field = await screen.findByRole('combobox')
  field.focus()
  return { router, field }
}

const type = (field: HTMLElement, value: string) => fireEvent.change(field, { target: { value } })
const options = () => screen.queryAllByRole('option').map(({ textContent }) => textContent)
const chosen = () => screen.getByRole('option', { selected: true }).textContent

test('opens by Ctrl and K, by ⌘ and K and by a slash, and closes by Escape', async () => {
  await openScreen('/system/health')
  await screen.findByRole('heading', { level: 1, name: 'Health' })

  for (const [key, more] of [
    ['k', { ctrlKey: true }],
    ['k', { metaKey: true }],
    ['/', {}],
  ] as const) {
    pressKey(key, more)
    fireEvent(await screen.findByRole('dialog', { name: 'Command menu' }), new Event('cancel'))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  }
})

test('a slash in a field and a shortcut below another dialog stay what they are', async () => {
  await openScreen('/system/jobs')
  fireEvent.click(await screen.findByRole('button', { name: 'Retry all: Mail with a code' }))
  const reason = screen.getByLabelText('Reason')

  fireEvent.keyDown(reason, { key: '/' })
  fireEvent.keyDown(reason, { key: 'k', ctrlKey: true })

  expect(screen.queryByRole('combobox', { name: 'Search or run a command' })).toBeNull()
})

test.each(['en', 'ko'] as const)(
  'lists pages and actions in %s, and axe finds nothing',
  async (language) => {
    const { field } = await openMenu('/system/health', language)

    expect(options()).toContain(language === 'en' ? 'AuditSystem' : '감사 기록시스템')
    expect(await axeViolations()).toEqual([])
    type(field, 'zzzz')
    await waitFor(() => expect(options()).toEqual([]))
    expect(await axeViolations()).toEqual([])
  },
)

test('the arrow keys choose an entry around the ends, and Enter opens it', async () => {
  const { router, field } = await openMenu()
  type(field, 'au')
  await waitFor(() => expect(chosen()).toMatch(/^Audit/))
  const all = options().length
  pressKey('ArrowUp')
  expect(screen.getAllByRole('option').at(-1)?.getAttribute('aria-selected')).toBe('true')
  pressKey('ArrowDown')
  for (let step = 0; step < all; step += 1) pressKey('ArrowDown')
  expect(field.getAttribute('aria-activedescendant')).toBe(
    screen.getByRole('option', { selected: true }).id,
  )

  pressKey('Enter')

  const title = await screen.findByRole('heading', { level: 1, name: 'Audit' })
  expect(router.state.location.pathname).toBe('/system/audit')
  await waitFor(() => expect(document.activeElement).toBe(title))
})

test('finds pages by their English address in Korean', async () => {
  const { field } = await openMenu('/system/health', 'ko')

  type(field, 'audit')

  await waitFor(() => expect(chosen()).toMatch(/^감사 기록/))
})

test('a typed number leads to a proposal or to an entry that is on no shown page', async () => {
  const { router, field } = await openMenu()
  type(field, '#57')
  await waitFor(() => expect(options()).toEqual(expect.arrayContaining(['Audit entry 57'])))
  expect(chosen()).toMatch(/^Approval 57/)

  pressKey('ArrowDown')
  pressKey('Enter')

  await waitFor(() => expect(router.state.location.search).toEqual({ entry: 57 }))
  expect(await screen.findByText('There is no entry 57.')).toBeDefined()
})

test('a typed name leads to the row of the operator', async () => {
  const { router, field } = await openMenu()
  type(field, 'noah')
  await waitFor(() => expect(chosen()).toMatch(/^noah\.brandt/))

  pressKey('Enter')

  await waitFor(() => expect(router.state.location.search).toEqual({ history: 'noah.brandt' }))
  const row = (await screen.findByRole('link', { name: 'noah.brandt' })).closest('tr')
  expect(row?.getAttribute('aria-current')).toBe('true')
})

test('an action after > opens the dialog of its page, which leaves the address when it closes', async () => {
  const { router, field } = await openMenu()
  type(field, '> appoint')
  await waitFor(() => expect(options()).toHaveLength(1))

  pressKey('Enter')

  const dialog = await screen.findByRole('dialog', { name: 'Appoint an operator' })
  fireEvent.click(within(dialog).getByRole('button', { name: 'Cancel' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  await waitFor(() => expect(router.state.location.search).toEqual({}))
})

test.each(OPERATOR_ROLES)('offers %s only pages and actions of the role', async (role) => {
  reply('operator.me', { ...me, role, calls: callsOf(role) })
  const { field } = await openMenu('/')
  const menu = within(screen.getByRole('navigation', { name: 'Main' }))
  const pages = menu.getAllByRole('link').map(({ textContent }) => textContent?.replace(/\d+$/, ''))

  const listed = within(screen.getByRole('group', { name: 'Pages' }))
    .getAllByRole('option')
    .map(({ textContent }) => textContent?.replace(/(System)?(Enter)?$/, ''))
  expect(listed).toEqual([...pages, 'Your account'])
  type(field, '>appoint')
  await waitFor(() => expect(options()).toHaveLength(role === 'OWNER' ? 1 : 0))
})
