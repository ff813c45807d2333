import { z } from 'zod'
import { boundedText } from './untrusted-text.ts'

/**
 * Parses lists and records from outside up to the first invalid item, because collecting the
 * problems of fifty thousand items would stall the process.
 */
export function listOf<Item>(item: z.ZodType<Item>): z.ZodType<Item[]> {
  return z.array(z.unknown()).transform((items, context) => {
    const entries = readEntries(items.entries(), item, context)
    return entries?.map(([, value]) => value) ?? z.NEVER
  })
}

export function recordOf<Item>(item: z.ZodType<Item>): z.ZodType<Record<string, Item>> {
  return z.record(z.string(), z.unknown()).transform((items, context) => {
    const entries = readEntries(Object.entries(items), item, context)
    return entries ? Object.fromEntries(entries) : z.NEVER
  })
}

function readEntries<Key extends string | number, Item>(
  entries: Iterable<[Key, unknown]>,
  item: z.ZodType<Item>,
  context: z.RefinementCtx,
): [Key, Item][] | undefined {
  const read: [Key, Item][] = []
  for (const [key, value] of entries) {
    const result = item.safeParse(value)
    if (!result.success) {
      const message = boundedText(result.error.message)
      context.addIssue({ code: 'custom', path: [boundedText(String(key))], message })
      return undefined
    }
    read.push([key, result.data])
  }
  return read
}
