import { availableParallelism } from 'node:os'
import { defineConfig } from '@playwright/test'
import { PHONE, WINDOWLESS } from './support/chromium.ts'

/** Journeys that take a minute or more, most of it waiting. */
const LONG = /(invites|keyboard|notices|push|seasons|shop|wallet|week)[\w-]*\.spec\.ts$/

export default defineConfig({
  testDir: '.',
  // In this order: a long one that came last would be waited for by all the other workers.
  projects: [
    { name: 'long', testMatch: LONG },
    { name: 'short', testMatch: '*.spec.ts', testIgnore: LONG },
  ],
  globalSetup: [
    './support/build-web.ts',
    '../apps/server/test/pglite-template.ts',
    './support/seed-data.ts',
  ],
  outputDir: '../artefacts/journeys',
  fullyParallel: true,
  forbidOnly: true,
  // `npm test` reruns a test only if a browser or server process crashed during it.
  retries: 0,
  // One more than can run at once: journeys with a wallet often wait for a block or for a clock.
  workers: availableParallelism() + 1,
  timeout: 180_000,
  // Against hanging: what is waited for comes late on a machine with other work.
  expect: { timeout: 60_000 },
  reporter: [['list'], ['json', { outputFile: '../artefacts/journeys.json' }]],
  use: {
    ...PHONE,
    // The processor draws here: four times the pixels would take most of its time.
    deviceScaleFactor: 1,
    browserName: 'chromium',
    launchOptions: WINDOWLESS,
    // A worker answers before a test's own stubs can; the tests about it let it in.
    serviceWorkers: 'block',
    // A control that does not come fails there and then, not at the end of the journey's time.
    actionTimeout: 30_000,
    navigationTimeout: 60_000,
    locale: 'en-US',
    timezoneId: 'UTC',
    // Blurred light that drifts is drawn by the processor here and would take it from the tests.
    contextOptions: { reducedMotion: 'reduce' },
    screenshot: 'only-on-failure',
  },
})
