import { describe, expect, test } from 'vitest'
import { copyDraft } from './draft-copy.ts'
import { DAY_MS } from './duration.ts'
import { LINK, mission, plan } from './test-season-plan.ts'
import { validateSeasonPlan } from './season-plan.ts'

const later = (instant: string, days: number) =>
  new Date(Date.parse(instant) + days * DAY_MS).toISOString()

describe('the copy of a plan', () => {
  test('moves every date by the same number of whole programme days', () => {
    const start = new Date(Date.parse(plan.startAt) + 91 * DAY_MS + 5 * 3_600_000)

    const copy = copyDraft(plan, start)

    expect(copy).toMatchObject({
      startAt: later(plan.startAt, 91),
      endAt: later(plan.endAt, 91),
      rounds: plan.rounds.map((round) => ({
        startAt: later(round.startAt, 91),
        endAt: later(round.endAt, 91),
        pool: round.pool,
      })),
      title: plan.title,
      tiers: plan.tiers,
    })
    // The copy has the form of the plan that it was made from.
    expect(validateSeasonPlan(copy as typeof plan)).toEqual(validateSeasonPlan(plan))
  })

  test('can begin earlier than the original', () => {
    const copy = copyDraft(plan, new Date(Date.parse(plan.startAt) - 7 * DAY_MS))

    expect(copy['endAt']).toBe(later(plan.endAt, -7))
  })

  test('keeps a date that would leave the calendar', () => {
    const endAt = '+275760-09-01T00:00:00.000Z'
    const copy = copyDraft({ ...plan, endAt }, new Date('2999-01-01T20:00:00Z'))

    expect(copy).toMatchObject({ startAt: '2999-01-01T20:00:00.000Z', endAt })
  })

  test('empties the codes that members enter as proof, and keeps other proofs', () => {
    const secret = mission(20, 'PARTNER', 'starlight', { proof: { kind: 'CODE', code: 'EMBER' } })
    const open = mission(21, 'PARTNER', 'starlight', { proof: LINK.proof })

    const copy = copyDraft({ ...plan, missions: [secret, open] }, new Date(plan.startAt))

    expect(copy['missions']).toEqual([{ ...secret, proof: { kind: 'CODE', code: '' } }, open])
  })

  test('changes nothing of the original', () => {
    const before = JSON.stringify(plan)

    copyDraft(plan, new Date(Date.parse(plan.startAt) + DAY_MS))

    expect(JSON.stringify(plan)).toBe(before)
  })

  test.each([
    ['an empty draft', {}],
    ['a date that is none', { startAt: 'soon' }],
    ['rounds and missions of another form', { rounds: 'four', missions: [null, 7, { proof: 3 }] }],
  ])('begins at the chosen day also for %s', (_, draft) => {
    const copy = copyDraft(draft, new Date('2027-03-01T03:00:00.000Z'))

    expect(copy).toEqual({ ...draft, startAt: '2027-02-28T20:00:00.000Z' })
  })
})
