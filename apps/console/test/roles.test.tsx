import { screen, waitFor, within } from '@testing-library/react'
import { OPERATOR_ROLES } from '@solstice/contract/endpoint'
import type { OperatorRole } from '@solstice/contract/endpoint'
import { describe, expect, test } from 'vitest'
import { menuFor } from '#/shell/menu.ts'
import { openScreen } from './open-screen.tsx'
import { callsOf, me } from './sample-replies.ts'
import { SCREENS } from './screens.ts'
import type { Screen } from './screens.ts'
import { allowOnly, refusedCalls, reply } from './server.ts'

const pathOf = ({ path }: Screen) => path.replace(/\?.*$/, '')
/** The menu entry under which a page stands, such as `/approvals` for one proposal. */
const entryOf = (path: string) =>
  /^\/(?:approvals|holds|members|refunds|messages\/notices|messages\/campaigns|money\/payouts|seasons|shop|system\/audit)(?=\/)/.exec(
    path,
  )?.[0] ?? path

async function openAs(role: OperatorRole, path: string): Promise<void> {
  reply('operator.me', { ...me, role, calls: callsOf(role) })
  allowOnly(role)
  await openScreen(path)
  await screen.findByRole('heading', { level: 1 })
  await waitFor(() => expect(screen.queryAllByText('Loading')).toEqual([]))
}

const refusals = () => screen.queryAllByText(/^This is open to /)
/** Pages below an entry that fewer roles may open than the entry. */
const NEEDS: readonly [page: RegExp, call: string][] = [
  [/^\/shop\/orders/, 'order.listAll'],
  [/^\/shop\/payments/, 'order.unmatched'],
  [/^\/messages\/notices\/new/, 'notice.publish'],
  [/^\/messages\/campaigns\/new/, 'notice.startCampaign'],
]
const isOpen = (role: OperatorRole, path: string) =>
  NEEDS.every(([page, call]) => !page.test(path) || callsOf(role).includes(call))
const isInMenu = (role: OperatorRole, path: string) =>
  isOpen(role, path) &&
  (path === '/me' || menuFor(callsOf(role)).some(({ to }) => to === entryOf(path)))

describe.each(OPERATOR_ROLES)('%s', (role) => {
  const opened = SCREENS.filter((each) => isInMenu(role, pathOf(each)))
  const others = SCREENS.filter((each) => !opened.includes(each))

  test.each(opened.map(({ path }) => [path]))('makes no refused call on %s', async (path) => {
    await openAs(role, path)

    expect(refusedCalls()).toEqual([])
    expect(refusals()).toEqual([])
  })

  test.each(others.map((each) => [each.path]))(
    'reads on %s, which is not in the menu, who may open it',
    async (path) => {
      await openAs(role, path)

      expect(refusals()).not.toEqual([])
    },
  )

  test('has no link in the frame to a page that refuses', async () => {
    await openAs(role, '/me')
    const frames = [
      screen.getByRole('navigation', { name: 'Main' }),
      screen.getByRole('navigation', { name: 'Tabs' }),
      ...screen.getAllByRole('banner'),
    ]

    const targets = frames
      .flatMap((frame) => within(frame).queryAllByRole('link'))
      .map((link) => new URL(link.getAttribute('href') ?? '', 'http://console').pathname)
    expect(targets).toContain('/')
    expect(targets.filter((path) => !isInMenu(role, path))).toEqual([])
  })
})
