import { defineConfig } from 'vitest/config'

/** The tests of packages/rules alone: mutants of the rules need no other project. */
export default defineConfig({
  test: {
    include: ['packages/rules/src/*.test.ts'],
    // It draws a million times to compare frequencies, which takes longer than all other tests.
    exclude: ['packages/rules/src/spin-odds.test.ts'],
  },
})
