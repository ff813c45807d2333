import { describe, expect, test } from 'vitest'
import { kindKey } from '../../apps/console/src/lib/job-kind-key.ts'
import en from '../../apps/console/src/locales/en/jobs.json' with { type: 'json' }
import ko from '../../apps/console/src/locales/ko/jobs.json' with { type: 'json' }
import { jobKinds } from '../../apps/server/src/job-kinds.ts'

const keys = jobKinds.map(({ kind }) => kindKey(kind)).toSorted()

describe.each([
  ['English', en],
  ['Korean', ko],
])('the %s console', (_language, { kinds }) => {
  const named = Object.keys(kinds).toSorted()

  test('has words for every kind of job of the server', () => {
    expect(keys.filter((key) => !named.includes(key))).toEqual([])
  })

  test('has no words for a kind that the server does not run', () => {
    expect(named.filter((key) => !keys.includes(key))).toEqual([])
  })
})
