import fc from 'fast-check'
import { endpoints, schemas, type CallId } from '@solstice/contract/catalogue'
import { Code } from '@solstice/contract/codes'
import { SERVER_TIME_HEADER, type Envelope } from '@solstice/contract/envelope'
import type { PreviewRequest } from '@solstice/contract/season-preview'
import { pathWith, type AnyInput } from '@solstice/ui/api-reply.ts'
import { expect, test } from 'vitest'
import { PLAN, REQUEST, requests } from '#test/season-drafts.ts'
import { previewState } from './preview-state.ts'
import { replies } from './replies.ts'
import { createResponder } from './responder.ts'

const CLOCK_MS = Date.parse('2026-12-01T08:00:00Z')

function open(request: PreviewRequest) {
  const state = previewState(request, { base: '/preview/', clockMs: () => CLOCK_MS })
  const fetchReply = createResponder(() => state)
  const call = async (id: CallId, input: AnyInput = {}) => {
    const { method, path } = endpoints[id]
    const response = await fetchReply(pathWith(path, input), {
      method,
      ...(input.body !== undefined && { body: JSON.stringify(input.body) }),
    })
    return { response, envelope: (await response.json()) as Envelope }
  }
  return { state, call }
}

/** Returns an input for every call that the preview answers, for one of its missions. */
function inputOf(id: keyof typeof replies, seasonId: number, missionId: number): AnyInput {
  const params = { seasonId, missionId, productId: 1 }
  const special: Partial<Record<CallId, AnyInput>> = {
    'mission.execute': {
      params,
      body: { clientSeed: 'abc', answer: { questionId: 0, option: 0 } },
    },
    'mission.setAlarm': { body: { seasonId, missionId, enabled: true } },
    'users.changeProfile': { body: { language: 'ko' } },
    'history.list': { params, query: { tab: 'Purchased', before: 'latest', size: 50 } },
  }
  return special[id] ?? { params }
}

const answered = Object.keys(replies) as (keyof typeof replies)[] // The keys of an object literal.

test('answers every call in the shape of the contract, whatever the draft lacks', async () => {
  const refusals = new Set<number>([
    Code.NOT_FOUND,
    Code.INVALID_REQUEST,
    Code.SEASON_NOT_OPEN,
    Code.MISSION_UNAVAILABLE,
    Code.CHECK_IN_CLOSED,
    Code.CHECK_IN_ALREADY_DONE,
    Code.NO_SPINS_LEFT,
  ])
  await fc.assert(
    fc.asyncProperty(requests, fc.nat(), async (request, pick) => {
      const { state, call } = open(request)
      const { missions } = state.programme
      const missionId = missions[pick % missions.length]?.missionId ?? 1
      for (const id of answered) {
        const { envelope } = await call(id, inputOf(id, request.seasonId, missionId))

        if (envelope.code === Code.SUCCESS) {
          expect([id, schemas[id].data.safeParse(envelope.data).error]).toEqual([id, undefined])
        } else {
          expect([id, refusals.has(envelope.code)]).toEqual([id, true])
        }
      }
    }),
    { numRuns: 150 },
  )
})

test('answers every read of a finished plan, and every mission of it', async () => {
  const { call, state } = open(REQUEST)
  const codes = new Map<string, number>()
  for (const id of answered.filter((each) => endpoints[each].method === 'GET')) {
    const { envelope } = await call(id, inputOf(id, REQUEST.seasonId, 1))
    codes.set(id, envelope.code)
  }
  for (const { missionId } of state.programme.missions) {
    const params = { seasonId: REQUEST.seasonId, missionId }
    const { envelope } = await call('mission.show', { params })
    codes.set(`mission ${missionId}`, envelope.code)
  }

  expect(Array.from(codes).filter(([, code]) => code !== Code.SUCCESS)).toEqual([])
  expect(codes.size).toBe(PLAN.missions.length + 27)
})

test('refuses a call that it does not know with a text for the operator', async () => {
  const { call } = open({ ...REQUEST, language: 'ko' })

  const { response, envelope } = await call('wallet.info')

  expect(response.status).toBe(404)
  expect(envelope).toEqual({
    code: Code.NOT_FOUND,
    success: false,
    msg: '미리보기에서는 할 수 없어요. 회원은 할 수 있어요.',
    data: null,
  })
})

test('refuses input that does not fit the contract', async () => {
  const { call } = open(REQUEST)

  const { envelope } = await call('season.show', { params: { seasonId: 'one' } })

  expect(envelope.code).toBe(Code.INVALID_REQUEST)
})

test('sends the time of the chosen day, noon in the programme', async () => {
  const { call } = open({ ...REQUEST, day: 3 })

  const { response } = await call('season.list')

  expect(response.headers.get(SERVER_TIME_HEADER)).toBe('2027-01-04T08:00:00.000Z')
})

test('credits a check-in once a day and shows it on the next read', async () => {
  const { call } = open({ ...REQUEST, tier: 1 })
  const params = { seasonId: REQUEST.seasonId, missionId: 1 }

  const first = await call('mission.execute', { params, body: {} })
  const second = await call('mission.execute', { params, body: {} })
  const { envelope } = await call('mission.show', { params })

  expect(first.envelope.data).toMatchObject({ type: 'CHECK_IN', baseXp: 50, daysParticipated: 5 })
  expect(second.envelope.code).toBe(Code.CHECK_IN_ALREADY_DONE)
  expect(envelope.data).toMatchObject({ checkedInToday: true, completed: true })
})

test('draws a fair spin, and refuses one without free spins and tickets', async () => {
  const { call } = open(REQUEST)
  const params = { seasonId: REQUEST.seasonId, missionId: 2 }
  const { envelope: before } = await call('mission.show', { params })
  const { commitment } = before.data as { commitment: string }

  const first = await call('mission.execute', { params, body: { clientSeed: 'me', commitment } })
  const second = await call('mission.execute', { params, body: { clientSeed: 'me' } })

  expect(first.envelope.data).toMatchObject({
    usedTicket: false,
    proof: { commitment, clientSeed: 'me' },
  })
  expect(second.envelope.code).toBe(Code.NO_SPINS_LEFT)
})

test('shows pictures of the app below its own base, and stored pictures where they are', async () => {
  const media = `/media/${'a'.repeat(64)}.webp`
  const draft = { ...PLAN, imageUrl: media }
  const { call } = open({ ...REQUEST, draft })

  const season = await call('season.show', { params: { seasonId: REQUEST.seasonId } })
  const banners = await call('season.banners', { params: { seasonId: REQUEST.seasonId } })

  expect(season.envelope.data).toMatchObject({ imageUrl: media })
  const { list } = banners.envelope.data as { list: { imageUrl: string }[] }
  expect(list.length).toBeGreaterThan(0)
  expect(list.every(({ imageUrl }) => imageUrl.startsWith('/preview/art/'))).toBe(true)
})

test('lists products by position, with the symbol of a known token', async () => {
  const { call } = open(REQUEST)

  const { envelope } = await call('product.list', { params: { seasonId: REQUEST.seasonId } })

  const { list } = envelope.data as { list: { payType: string; tokenSymbol: string | null }[] }
  expect(list.map(({ payType, tokenSymbol }) => [payType, tokenSymbol])).toEqual([
    ['XP', null],
    ['TICKET', null],
    ['TOKEN', 'USDS'],
  ])
})

test('shows a mission that is switched off as closed, as members see it', async () => {
  const missions = PLAN.missions.map((one) => ({ ...one, enabled: one.missionId !== 8 }))
  const { call } = open({ ...REQUEST, draft: { ...PLAN, missions } })

  const { envelope } = await call('mission.list', { params: { seasonId: REQUEST.seasonId } })

  const { list } = envelope.data as { list: { missionId: number; available: boolean }[] }
  expect(list).toHaveLength(PLAN.missions.length)
  expect(list.find(({ missionId }) => missionId === 8)).toMatchObject({
    available: false,
    unavailableReason: 'MISSION_OFF',
  })
})

test.each(['before', 'during', 'after'] as const)(
  'shows the season %s its time with the tier that was chosen',
  async (phase) => {
    const { call } = open({ ...REQUEST, phase, tier: 2 })

    const { envelope } = await call('season.show', { params: { seasonId: REQUEST.seasonId } })

    const status = { before: 'UPCOMING', during: 'ONGOING', after: 'ENDED' }[phase]
    const seasonXp = phase === 'before' ? 0 : PLAN.tiers[2]?.minXp
    expect(envelope.data).toMatchObject({ status, me: { seasonXp } })
  },
)
