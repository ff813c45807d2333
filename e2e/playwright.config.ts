import { availableParallelism } from 'node:os'
import { defineConfig } from '@playwright/test'
import { PHONE, HEADLESS_SHELL } from './support/chromium.ts'

/** Journeys that take a minute or more, most of it waiting. */
const LONG = /(invites|keyboard|notices|push|seasons|shop|wallet|week)[\w-]*\.spec\.ts$/

export default defineConfig({
  testDir: '.',
  // Long journeys run first, because the other workers would wait for a long one that starts last.
  projects: [
    { name: 'long', testMatch: LONG },
    { name: 'short', testMatch: '*.spec.ts', testIgnore: LONG },
  ],
  globalSetup: [
    './support/build-web.ts',
    '../apps/server/test/pglite-template.ts',
    './support/pin-stretch.ts',
    './support/seed-data.ts',
  ],
  outputDir: '../artefacts/journeys',
  fullyParallel: true,
  forbidOnly: true,
  // `npm test` reruns a test only if a browser or server process crashed during it.
  retries: 0,
  // One more than the processors, because journeys with a wallet often wait for a block or a clock.
  workers: availableParallelism() + 1,
  // These limits detect hanging tests; they are long because a busy machine is slow.
  timeout: 300_000,
  expect: { timeout: 60_000 },
  reporter: [['list'], ['json', { outputFile: '../artefacts/journeys.json' }]],
  use: {
    ...PHONE,
    // The processor renders here, and four times the pixels would take most of its time.
    deviceScaleFactor: 1,
    browserName: 'chromium',
    launchOptions: HEADLESS_SHELL,
    // A service worker would respond before the stubs of a test; tests about it allow it.
    serviceWorkers: 'block',
    // A missing control fails here, not at the end of the journey's timeout.
    actionTimeout: 60_000,
    navigationTimeout: 60_000,
    locale: 'en-US',
    timezoneId: 'UTC',
    // The processor would render the drifting blurred lights, which slows down the tests.
    contextOptions: { reducedMotion: 'reduce' },
    screenshot: 'only-on-failure',
  },
})
