import { defineConfig } from 'vitest/config'

/** Runs only the tests of packages/rules: mutants of the rules need no other project. */
export default defineConfig({
  test: {
    // Against hanging, not for timing: the machine may be busy.
    testTimeout: 60_000,
    include: ['packages/rules/src/*.test.ts'],
    // It simulates a million draws, which takes longer than all other tests together.
    exclude: ['packages/rules/src/spin-odds.test.ts'],
  },
})
