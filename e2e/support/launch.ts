import { type Browser, chromium } from '@playwright/test'
import { CHROMIUM } from './chromium.ts'

/** Launches Chromium for tools that are not tests. */
export function launchChromium(...args: string[]): Promise<Browser> {
  return chromium.launch({ ...CHROMIUM, args: [...CHROMIUM.args, ...args] })
}
