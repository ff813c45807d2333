import { expect, test } from 'vitest'
import { withoutSecrets } from './plan-secrets.ts'

test('leaves out codes and answers of missions and nothing else', () => {
  const missions = [
    { missionId: 1, proof: { kind: 'CODE', code: 'EMBER' } },
    { missionId: 2, terms: { questions: [{ text: 'Why?', answer: 2, options: ['a', 'b'] }] } },
  ]

  expect(withoutSecrets({ title: { en: 'A' }, missions })).toEqual({
    title: { en: 'A' },
    missions: [
      { missionId: 1, proof: { kind: 'CODE' } },
      { missionId: 2, terms: { questions: [{ text: 'Why?', options: ['a', 'b'] }] } },
    ],
  })
})

test('accepts a draft of any form', () => {
  expect(withoutSecrets({})).toEqual({})
  expect(withoutSecrets({ missions: 'none' })).toEqual({ missions: 'none' })
})
