import { defineConfig } from 'vitest/config'

/** Runs only the tests of packages/rules: mutants of the rules need no other project. */
export default defineConfig({
  test: {
    // Against hanging, not for timing: the machine may be busy.
    testTimeout: 60_000,
    include: ['packages/rules/src/**/*.test.ts'],
    // They go through a million draws and PINs, which takes longer than all other tests together.
    exclude: ['packages/rules/src/**/{spin-odds,trivial-pins}.test.ts'],
  },
})
