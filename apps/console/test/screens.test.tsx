import { screen } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { createConsoleRouter } from '#/router.tsx'
import { axeViolations, openScreen } from './open-screen.tsx'
import { SCREENS, VISITOR_SCREENS } from './screens.ts'
import type { Screen } from './screens.ts'

const LANGUAGES = ['en', 'ko'] as const
const cases = (screens: readonly Screen[]) =>
  screens.flatMap((each) => LANGUAGES.map((language) => [each.path, language, each] as const))

const retry = () => screen.queryAllByRole('button', { name: /^(Retry|다시 시도)$/ })
/** The frame is the same on every page, so one page is enough to test it in a state. */
const partToTest = (path: string) => (path === '/members' ? document : screen.getByRole('main'))
const loadsData = ({ fails }: Screen) => fails !== undefined

describe('pages with data', () => {
  test.each(cases([...SCREENS, ...VISITOR_SCREENS]))(
    '%s in %s',
    async (path, language, { heading, shows }) => {
      await openScreen(path, { language })

      expect(
        await screen.findByRole('heading', { level: 1, name: heading[language] }),
      ).toBeDefined()
      expect(await screen.findAllByText(shows)).not.toEqual([])
      expect(retry()).toEqual([])
      expect(await axeViolations()).toEqual([])
    },
  )
})

describe('pages while the server fails, with code, request id and a button to retry', () => {
  test.each(cases(SCREENS.filter(loadsData)))('%s in %s', async (path, language, { fails }) => {
    await openScreen(path, { state: 'failing', language })

    expect(await screen.findAllByText(fails?.[language] ?? '')).not.toEqual([])
    expect(retry()).not.toEqual([])
    expect(screen.getAllByText('9999, req-7f3a')).not.toEqual([])
    expect(await axeViolations(partToTest(path))).toEqual([])
  })
})

describe('pages while a reply is pending', () => {
  test.each(cases(SCREENS.filter(loadsData)))('%s in %s', async (path, language, { shows }) => {
    await openScreen(path, { state: 'loading', language })

    expect(await screen.findByRole('heading', { level: 1 })).toBeDefined()
    expect(await screen.findAllByText(/^(Loading|불러오는 중)$/)).not.toEqual([])
    expect(screen.queryByText(shows)).toBeNull()
    expect(await axeViolations(partToTest(path))).toEqual([])
  })
})

describe('pages with an empty list, with a text about its future content', () => {
  test.each(cases(SCREENS.filter(({ empty }) => empty)))(
    '%s in %s',
    async (path, language, { empty }) => {
      await openScreen(path, { state: 'empty', language })

      expect(await screen.findAllByText(empty?.[language] ?? '')).not.toEqual([])
      expect(retry()).toEqual([])
      expect(await axeViolations(partToTest(path))).toEqual([])
    },
  )
})

describe('pages that the role may not open name the roles that may', () => {
  test.each(cases(SCREENS.filter(loadsData)))('%s in %s', async (path, language) => {
    await openScreen(path, { state: 'forbidden', language })

    const refused = await screen.findAllByText(/^This is open to Owner|볼 수 있습니다/)
    expect(refused).not.toEqual([])
    expect(await axeViolations(partToTest(path))).toEqual([])
  })
})

test('tests the page of every route', () => {
  const opened = [...SCREENS, ...VISITOR_SCREENS].map(({ path }) => path.replace(/\?.*$/, ''))
  const routes = Object.keys(createConsoleRouter().routesByPath)
  const isTested = (route: string) => {
    const pattern = new RegExp(`^${route.replace(/\/$/, '').replaceAll(/\$\w+/g, '[^/]+')}/?$`)
    return opened.some((path) => pattern.test(path))
  }

  expect(routes.length).toBeGreaterThan(10)
  expect(routes.filter((route) => !isTested(route))).toEqual([])
})
