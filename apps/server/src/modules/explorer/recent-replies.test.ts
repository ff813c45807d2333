import { expect, test } from 'vitest'
import { recentReplies } from './recent-replies.ts'

const BOUNDS = { ageMs: 15_000, replies: 3, bytes: 100 }

/** Requests the keys one after another and returns those that were computed again. */
async function getAll(
  replies: ReturnType<typeof recentReplies<string>>,
  requests: readonly (readonly [key: string, nowMs: number, reply?: string])[],
): Promise<string[]> {
  const found: string[] = []
  for (const [key, nowMs, reply = ''] of requests) {
    await replies.getOrFetch(key, nowMs, async () => {
      found.push(`${key} at ${nowMs}`)
      return reply
    })
  }
  return found
}

test('returns a cached reply until it expires', async () => {
  const replies = recentReplies<string>(BOUNDS)

  const found = await getAll(replies, [
    ['a', 0],
    ['a', 14_999],
    ['a', 15_000],
  ])

  expect(found).toEqual(['a at 0', 'a at 15000'])
})

test('removes expired replies when another key is requested', async () => {
  const replies = recentReplies<string>(BOUNDS)

  await getAll(replies, [
    ['a', 0, 'x'.repeat(40)],
    ['b', 10_000, 'x'.repeat(38)],
  ])
  expect(replies.held()).toEqual({ replies: 2, bytes: 82 })
  await getAll(replies, [['c', 20_000, 'x'.repeat(8)]])

  expect(replies.held()).toEqual({ replies: 2, bytes: 50 })
})

test('keeps the newest replies within the limits of count and size', async () => {
  const many = recentReplies<string>(BOUNDS)
  const large = recentReplies<string>(BOUNDS)
  const huge = recentReplies<string>(BOUNDS)

  await getAll(
    many,
    ['a', 'b', 'c', 'd', 'e'].map((key) => [key, 0] as const),
  )
  const ofMany = await getAll(many, [
    ['e', 1],
    ['b', 1],
  ])
  await getAll(
    large,
    ['a', 'b', 'c'].map((key) => [key, 0, 'x'.repeat(48)] as const),
  )
  const ofLarge = await getAll(large, [
    ['c', 1],
    ['b', 1],
    ['a', 1],
  ])
  await getAll(huge, [['a', 0, 'x'.repeat(200)]])

  expect([many.held().replies, ofMany]).toEqual([3, ['b at 1']])
  expect(ofLarge).toEqual(['a at 1'])
  expect(huge.held()).toEqual({ replies: 0, bytes: 0 })
})

test('shares a pending reply between concurrent callers, rejects all of them on failure and does not cache it', async () => {
  const replies = recentReplies<string>(BOUNDS)
  const down = () => Promise.reject(new Error('down'))

  const both = await Promise.allSettled([
    replies.getOrFetch('a', 0, down),
    replies.getOrFetch('a', 0, async () => 'up'),
  ])

  expect(both.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  expect(replies.held()).toEqual({ replies: 0, bytes: 0 })
  expect(await replies.getOrFetch('a', 0, async () => 'up')).toBe('up')
})
