import { screen } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { createAppRouter } from '#/router.tsx'
import { openAsVisitor, openScreen } from './open-screen.tsx'
import { callsWithoutReply } from './replies.ts'
import {
  MEMBER_SCREENS,
  PASSWORD_CHANGE,
  type Screen,
  VISITOR_SCREENS,
  WITHOUT_TEST,
} from './screens.ts'

const named = (screens: readonly Screen[]) => screens.map((each) => [each.path, each] as const)

const tryAgain = () => screen.queryAllByRole('button', { name: 'Try again' })
const loadsData = ({ fails }: { fails?: string }) => fails !== undefined

describe('screens with data', () => {
  test.each(named(MEMBER_SCREENS))('%s', async (path, { heading, shows }) => {
    await openScreen(path, 'normal')

    expect(await screen.findByRole('heading', { level: 1, name: heading })).toBeDefined()
    expect(await screen.findAllByText(shows)).not.toEqual([])
    expect(tryAgain()).toEqual([])
    expect(callsWithoutReply()).toEqual([])
  })
})

describe('screens while the server fails, with a button to try again', () => {
  test.each(named(MEMBER_SCREENS.filter(loadsData)))('%s', async (path, { shows, fails = '' }) => {
    await openScreen(path, 'failing')

    expect(await screen.findAllByText(fails)).not.toEqual([])
    expect(tryAgain()).not.toEqual([])
    expect(screen.queryByText(shows)).toBeNull()
  })
})

describe('screens while a response is pending', () => {
  test.each(named(MEMBER_SCREENS.filter(loadsData)))('%s', async (path, { shows }) => {
    await openScreen(path, 'loading')

    expect(await screen.findByRole('heading', { level: 1 })).toBeDefined()
    expect(screen.queryByText(shows)).toBeNull()
    expect(tryAgain()).toEqual([])
  })
})

describe('screens that load no data and need no server', () => {
  test.each(named(MEMBER_SCREENS.filter((each) => !loadsData(each))))(
    '%s',
    async (path, { shows }) => {
      await openScreen(path, 'failing')

      expect(await screen.findAllByText(shows)).not.toEqual([])
    },
  )
})

describe('screens with an empty list, with a text about its future content', () => {
  test.each(named(MEMBER_SCREENS.filter(({ empty }) => empty)))(
    '%s',
    async (path, { empty = '' }) => {
      await openScreen(path, 'empty')

      expect(await screen.findByText(empty)).toBeDefined()
      expect(tryAgain()).toEqual([])
    },
  )
})

describe('screens for a visitor', () => {
  test.each(named(VISITOR_SCREENS))('%s', async (path, { heading, shows }) => {
    await openAsVisitor(path)

    expect(await screen.findByRole('heading', { level: 1, name: heading })).toBeDefined()
    expect(await screen.findAllByText(shows)).not.toEqual([])
  })
})

test('tests the screen of every route of the app', () => {
  const opened = [...MEMBER_SCREENS, ...VISITOR_SCREENS, PASSWORD_CHANGE].map(({ path }) => path)
  const isTested = (route: string) => {
    const parts = route.replace(/\/$/, '').split('/')
    return opened.some((path) => {
      const given = path.replace(/\?.*$/, '').split('/')
      const isSame = (part: string, at: number) => part.startsWith('$') || part === given[at]
      return given.length === parts.length && parts.every(isSame)
    })
  }
  const routes = Object.keys(createAppRouter().routesByPath)

  expect(routes.length).toBeGreaterThan(50)
  expect(routes.filter((route) => !isTested(route)).toSorted()).toEqual(WITHOUT_TEST)
})
