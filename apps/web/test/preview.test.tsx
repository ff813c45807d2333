import { schemas, type CallId } from '@solstice/contract/catalogue'
import type { Endpoint } from '@solstice/contract/endpoint'
import { pathWith, readReply, type AnyInput } from '@solstice/ui/api-reply.ts'
import { screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { queryClient } from '#/lib/query-client.ts'
import { isPreviewPath } from '#/preview/preview-screens.ts'
import { previewState } from '#/preview/preview-state.ts'
import { createResponder } from '#/preview/responder.ts'
import { openScreen } from './open-screen.tsx'
import { answerWith } from './replies.ts'
import { PLAN, REQUEST } from './season-drafts.ts'

const calls = new Map<string, 'answered' | 'refused' | 'malformed'>()

beforeEach(() => {
  calls.clear()
  const state = previewState(REQUEST, { base: '/preview/', clockMs: () => Date.now() })
  const fetchReply = createResponder(() => state)
  answerWith(async ({ id, method, path }: Endpoint, input: AnyInput) => {
    calls.set(id, 'refused')
    const href = pathWith(path, input)
    const body = input.body === undefined ? {} : { body: JSON.stringify(input.body) }
    const data = await readReply(await fetchReply(href, { method, ...body }), href)
    // The ids of the endpoints are those of the schemas.
    const { success } = schemas[id as CallId].data.safeParse(data)
    calls.set(id, success ? 'answered' : 'malformed')
    return data
  })
})

const SEASON = `/rewards/dashboard/${REQUEST.seasonId}`

test.each([
  '/home',
  '/rewards',
  '/starlight',
  `/rewards/tier/${REQUEST.seasonId}`,
  `/rewards/dashboard/rules?season=${REQUEST.seasonId}`,
  SEASON,
  `${SEASON}/ranking`,
  ...PLAN.missions.map(({ missionId }) => `${SEASON}/missions/${missionId}`),
  `${SEASON}/missions/3/ticket-history`,
  `${SEASON}/missions/6/buy-xp`,
  `${SEASON}/missions/6/buy-xp/1`,
])('the preview answers every call of %s in the shape of the contract', async (path) => {
  await openScreen(path, 'normal')
  await screen.findAllByRole('heading')
  await waitFor(() => {
    expect(calls.size).toBeGreaterThan(1)
    expect(queryClient.isFetching()).toBe(0)
  })

  expect(isPreviewPath(path.split('?', 1)[0] ?? '')).toBe(true)
  expect(Array.from(calls).filter(([, outcome]) => outcome !== 'answered')).toEqual([])
})
