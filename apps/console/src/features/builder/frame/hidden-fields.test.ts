import { expect, test } from 'vitest'
import { withHiddenFields } from './hidden-fields.ts'

const question = { text: 'Why?', options: ['a', 'b'] }
const missions = [
  { missionId: 1, proof: { kind: 'CODE' } },
  { missionId: 2, proof: { kind: 'CODE', code: '' } },
  { missionId: 3, proof: { kind: 'LINK' }, terms: { questions: [question, { answer: 1 }] } },
]

test('puts placeholders for hidden codes and answers, and changes nothing else', () => {
  expect(withHiddenFields({ title: 'x', missions })).toEqual({
    title: 'x',
    missions: [
      { missionId: 1, proof: { kind: 'CODE', code: 'HIDDEN' } },
      missions[1],
      {
        ...missions[2],
        terms: { questions: [{ ...question, answer: 0 }, { answer: 1 }] },
      },
    ],
  })
})

test('a plan without hidden fields stays the same object', () => {
  const plan = { missions: [missions[1]] }

  expect(withHiddenFields(plan)).toBe(plan)
  expect(withHiddenFields({ missions: 'none' })).toEqual({ missions: 'none' })
})
