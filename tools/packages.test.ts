import { expect, test } from 'vitest'
import { planPackages } from './packages.ts'

const there = (debianPackage: string) => ({ debianPackage, isThere: () => true })
const missing = (debianPackage: string) => ({ debianPackage, isThere: () => false })

test('does nothing when all packages are installed', () => {
  expect(planPackages([there('chromium')], true)).toEqual({ kind: 'complete' })
})

test('installs only the missing packages when it has permission', () => {
  const plan = planPackages([there('chromium'), missing('postgresql')], true)

  expect(plan).toEqual({ kind: 'install', packages: ['postgresql'] })
})

test('prints the exact command to run when it has no permission to install', () => {
  const plan = planPackages([missing('chromium'), missing('postgresql')], false)

  expect(plan).toEqual({
    kind: 'ask',
    line: 'sudo apt-get update && sudo apt-get install -y --no-install-recommends chromium postgresql',
  })
})
