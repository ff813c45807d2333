import type { CampaignDetail } from '#/features/notice/api.ts'

const HOUR_MS = 3_600_000

/** Returns one value for each hour since the first one; an hour without anything is zero. */
export function hoursOf(hours: CampaignDetail['hours']) {
  const first = Date.parse(hours[0]?.hour ?? '')
  const indexOf = (hour: string) => Math.round((Date.parse(hour) - first) / HOUR_MS)
  const byIndex = new Map(hours.map((each) => [indexOf(each.hour), each]))
  const count = hours.length === 0 ? 0 : Math.max(...byIndex.keys()) + 1
  const axis = Array.from({ length: count }, (_, index) => index)
  const valuesOf = (name: 'sent' | 'dropped' | 'reads') =>
    axis.map((index) => byIndex.get(index)?.[name] ?? 0)
  return {
    axis,
    sent: valuesOf('sent'),
    dropped: valuesOf('dropped'),
    reads: valuesOf('reads'),
  }
}
