import type { Page } from '@playwright/test'
import { endpoints } from '@solstice/contract/catalogue'
import { pathOf } from './api.ts'

export type Traffic = {
  acknowledged: () => Promise<number>
  /** Stops after the running calls and returns what happened. */
  stop: () => Promise<Result>
}

type Result = {
  acknowledged: number
  reads: number
  /** Writes and reads that were sent again, because a reply was missing or was not 2xx. */
  repeated: number
  /** Replies that no repetition changes. */
  refused: string[]
}

declare global {
  interface Window {
    traffic: { result: Result; isStopping: boolean; loops: Promise<void>[] }
  }
}

const WRITERS = 3

/**
 * Credits one XP after another to a member and reads the member's account from the page, as browsers
 * do: over the connections of the browser, and repeated with the same key until a reply arrives.
 */
export async function startTraffic(
  page: Page,
  { userId, token }: { userId: number; token: string },
): Promise<Traffic> {
  const given = {
    writers: WRITERS,
    token,
    writePath: pathOf('operator.adjustBalance', { userId }),
    readPath: endpoints['users.me'].path,
  }
  await page.evaluate(({ writers, token: bearer, writePath, readPath }) => {
    const result = { acknowledged: 0, reads: 0, repeated: 0, refused: [] as string[] }
    const traffic = { result, isStopping: false, loops: [] as Promise<void>[] }
    window.traffic = traffic

    async function untilAnswered(path: string, request: RequestInit): Promise<void> {
      for (;;) {
        const reply = await fetch(path, request).catch(() => undefined)
        if (reply?.ok) return
        if (reply && reply.status < 500) {
          result.refused.push(`${reply.status} ${await reply.text()}`)
          return
        }
        result.repeated += 1
      }
    }

    const write = async () => {
      while (!traffic.isStopping) {
        await untilAnswered(writePath, {
          method: 'POST',
          credentials: 'omit',
          headers: {
            authorization: `Bearer ${bearer}`,
            'content-type': 'application/json',
            'idempotency-key': crypto.randomUUID(),
          },
          body: JSON.stringify({ asset: 'XP', amount: '1', reason: 'OPS-1, deployment' }),
        })
        result.acknowledged += 1
      }
    }
    const read = async () => {
      while (!traffic.isStopping) {
        await untilAnswered(readPath, {})
        result.reads += 1
      }
    }
    traffic.loops = [...Array.from({ length: writers }, write), read()]
  }, given)
  return {
    acknowledged: () => page.evaluate(() => window.traffic.result.acknowledged),
    stop: () =>
      page.evaluate(async () => {
        window.traffic.isStopping = true
        await Promise.all(window.traffic.loops)
        return window.traffic.result
      }),
  }
}
