import { availableParallelism } from 'node:os'
import { defineConfig } from '@playwright/test'
import { PHONE, WINDOWLESS } from './chromium.ts'

export default defineConfig({
  testDir: '.',
  testMatch: '*.spec.ts',
  globalSetup: ['./build-web.ts', '../apps/server/src/testing/pglite-template.ts'],
  outputDir: '../artefacts/journeys',
  fullyParallel: true,
  forbidOnly: true,
  // A second try is told with what the first one said: something is broken for somebody.
  retries: 1,
  workers: availableParallelism(),
  timeout: 180_000,
  expect: { timeout: 20_000 },
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
