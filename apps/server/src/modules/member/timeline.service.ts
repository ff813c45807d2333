import { LATEST } from '@solstice/contract/cursor'
import { Code } from '@solstice/contract/codes'
import type { Language } from '@solstice/contract/messages'
import type { CallData } from '@solstice/contract/wire'
import type { AppContext } from '#/platform/process/context.ts'
import type { Db } from '#/platform/process/db.ts'
import { splitPage } from '#/platform/process/page.ts'
import { refuse } from '#/platform/process/refusal.ts'
import { requireMember } from './header.service.ts'
import { timelineCursor, timelineKeyOf, type TimelineKey } from './timeline-cursor.ts'
import type { TimelineEntry } from './timeline-entry.ts'
import { TIMELINE_SOURCES, type TimelineGroup, type TimelineSource } from './timeline-sources.ts'
import { findTimelineKeys } from './timeline.queries.ts'

type TimelineQuery = {
  userId: number
  before: string
  size: number
  group?: TimelineGroup | undefined
  seasonId?: number | undefined
  language: Language
}

type Placed = TimelineSource & { position: number }

const SOURCES: readonly Placed[] = TIMELINE_SOURCES.map((source, position) => ({
  ...source,
  position,
}))

/** Returns a page of everything that happened to a member, newest first. */
export async function listTimeline(
  ctx: Pick<AppContext, 'db'>,
  query: TimelineQuery,
): Promise<CallData<'member.timeline'>> {
  const { userId: memberId, size, seasonId, language } = query
  const before = query.before === LATEST ? undefined : timelineKeyOf(query.before)
  if (before && before.position >= SOURCES.length) throw refuse(Code.INVALID_REQUEST)
  await requireMember(ctx, memberId)
  const sources = SOURCES.filter((source) => isWanted(source, query))
  // One more entry than requested shows whether another page follows.
  const range = { memberId, seasonId, before, size: size + 1 }
  const keys = sources.length === 0 ? [] : await findTimelineKeys(ctx.db, sources, range)
  const { shown, last } = splitPage(keys, size)
  return {
    list: await readEntries(ctx.db, shown, language),
    nextCursor: last ? timelineCursor(last) : null,
  }
}

function isWanted(
  { group, alsoIn, hasSeason }: TimelineSource,
  wanted: Pick<TimelineQuery, 'group' | 'seasonId'>,
): boolean {
  const isOfGroup = wanted.group === undefined || wanted.group === group || wanted.group === alsoIn
  return isOfGroup && (wanted.seasonId === undefined || hasSeason)
}

/** Reads the entries of a page, one statement for each source that has one. */
async function readEntries(
  db: Db,
  keys: readonly TimelineKey[],
  language: Language,
): Promise<TimelineEntry[]> {
  const found = new Map<number, Awaited<ReturnType<TimelineSource['read']>>>()
  for (const [position, ofSource] of Map.groupBy(keys, (key) => key.position)) {
    const ids = ofSource.map(({ id }) => id)
    const read = SOURCES[position]?.read
    if (read) found.set(position, await read(db, ids, language))
  }
  return keys.flatMap(({ position, id, micros }) => {
    const source = SOURCES[position]
    const text = found.get(position)?.get(id)
    // An entry that was erased since its key was read is left out.
    if (!source || !text) return []
    const at = new Date(Math.floor(micros / 1000)).toISOString()
    return [{ ...text, source: source.source, group: source.group, at }]
  })
}
