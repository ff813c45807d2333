import { defineConfig } from 'vitest/config'

/** Runs only the tests of packages/rules: mutants of the rules need no other project. */
export default defineConfig({
  test: {
    // The time-out only prevents hanging, because the machine may be busy.
    testTimeout: 60_000,
    include: ['packages/rules/src/**/*.test.ts'],
  },
})
