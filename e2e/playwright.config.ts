import { availableParallelism } from 'node:os'
import { defineConfig } from '@playwright/test'
import { PHONE, WINDOWLESS } from './chromium.ts'

export default defineConfig({
  testDir: '.',
  testMatch: '*.spec.ts',
  globalSetup: './build-web.ts',
  outputDir: '../artefacts/journeys',
  fullyParallel: true,
  forbidOnly: true,
  // A journey that needs a second try is broken for somebody.
  retries: 0,
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
    locale: 'en-US',
    timezoneId: 'UTC',
    // Blurred light that drifts is drawn by the processor here and would take it from the tests.
    contextOptions: { reducedMotion: 'reduce' },
    screenshot: 'only-on-failure',
  },
})
