import { expect, test } from 'vitest'
import { planPackages } from './packages.ts'

const there = (debianPackage: string) => ({ debianPackage, isThere: () => true })
const missing = (debianPackage: string) => ({ debianPackage, isThere: () => false })

test('does nothing when everything is there', () => {
  expect(planPackages([there('chromium')], true)).toEqual({ kind: 'complete' })
})

test('installs only what is missing when it may', () => {
  const plan = planPackages([there('chromium'), missing('postgresql')], true)

  expect(plan).toEqual({ kind: 'install', packages: ['postgresql'] })
})

test('names the exact line to run when it may not install', () => {
  const plan = planPackages([missing('chromium'), missing('postgresql')], false)

  expect(plan).toEqual({
    kind: 'ask',
    line: 'sudo apt-get update && sudo apt-get install -y --no-install-recommends chromium postgresql',
  })
})
