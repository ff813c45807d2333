import { type Browser, chromium } from '@playwright/test'
import { CHROMIUM } from './chromium.ts'

/** For tools that need a browser without being a test. */
export function launchChromium(...args: string[]): Promise<Browser> {
  return chromium.launch({ ...CHROMIUM, args: [...CHROMIUM.args, ...args] })
}
