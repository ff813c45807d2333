import type { Language } from '@solstice/contract/messages'
import type { CallData } from '@solstice/contract/wire'
import {
  availabilityPercent,
  incidentsOf,
  markOf,
  SERVICES,
  type Incident,
  type Service,
} from '@solstice/rules/availability'
import { MINUTE_MS, SECOND_MS } from '@solstice/rules/duration'
import { EXCUSED_ABOVE_SHARE } from '@solstice/rules/excused-day'
import { isMaintenanceOn } from '@solstice/rules/maintenance'
import { programmeDayOf, type ProgrammeDay } from '@solstice/rules/programme-day'
import type { AppContext } from '#/platform/process/context.ts'
import { pageOf, type PageQuery } from '#/platform/process/page.ts'
import type { Shared } from '#/platform/process/shared.ts'
import {
  closedDays,
  dayBefore,
  minuteOf,
  PUBLISHED_DAYS,
  runningDay,
  type ServiceDay,
} from './availability.service.ts'
import {
  findDecisions,
  findExcused,
  findMaintenance,
  findNewestJobMinute,
} from './status.queries.ts'

type Context = Pick<AppContext, 'db' | 'now' | 'shared'>
type Status = CallData<'status.show'>

/** The status is the same for everybody, so each process reads it at most this often. */
const CACHE_TTL_MS = 30 * SECOND_MS
/** A process reports every 15 seconds, so that a missing minute is news. */
const JOBS_SILENT_AFTER_MS = 2 * MINUTE_MS

const CACHE: Shared<{ known: { reading: Promise<Status>; at: number } | undefined }> = {
  name: 'status.cache',
  create: () => ({ known: undefined }),
}

/** Returns the public status. Concurrent calls share one reading. */
export function publicStatus(ctx: Context): Promise<Status> {
  const cache = ctx.shared(CACHE)
  const at = ctx.now().getTime()
  const { known } = cache
  if (known && at >= known.at && at - known.at < CACHE_TTL_MS) return known.reading
  const reading = readStatus(ctx)
  cache.known = { reading, at }
  reading.catch(() => {
    if (cache.known?.reading === reading) cache.known = undefined
  })
  return reading
}

async function readStatus(ctx: Context): Promise<Status> {
  const now = ctx.now()
  const today = programmeDayOf(now)
  const first = dayBefore(today, PUBLISHED_DAYS - 1)
  const [closed, running, excused, settings, jobMinute] = await Promise.all([
    closedDays(ctx.db, first),
    runningDay(ctx),
    findExcused(ctx.db, first),
    findMaintenance(ctx.db),
    findNewestJobMinute(ctx.db),
  ])
  const days = [...closed.filter(({ day }) => day < today), ...running]
  const newest = settings.at(-1)
  const isClosed = newest !== undefined && isMaintenanceOn(newest.config, now)
  const runsJobs = jobMinute === null || now.getTime() - jobMinute.getTime() < JOBS_SILENT_AFTER_MS
  const services = SERVICES.map((service) => ({
    service,
    // This process answers, so that members reach a server.
    isUp: service === 'PROGRAMME' ? !isClosed : service === 'POINTS_LOG' || runsJobs,
    availability: availabilityPercent(totalOf(days.filter((day) => day.service === service))),
  }))
  const byDay = Map.groupBy(days, ({ day }) => day)
  const isDown = services.some(({ service, isUp }) => service !== 'PROGRAMME' && !isUp)
  return {
    updatedAt: now.toISOString(),
    state: isClosed ? 'MAINTENANCE' : isDown ? 'DOWN' : 'UP',
    availability: availabilityPercent(totalOf(days)),
    services,
    days: Array.from({ length: PUBLISHED_DAYS }, (_, at) => {
      const day = dayBefore(today, PUBLISHED_DAYS - 1 - at)
      return publishedDay(day, byDay.get(day) ?? [], excused.includes(day))
    }),
    incidents: publishedIncidents(days, excused, {
      down: new Set(services.flatMap(({ service, isUp }) => (isUp ? [] : [service]))),
      until: minuteOf(now),
    }),
  }
}

function totalOf(days: readonly ServiceDay[]): { knownMs: number; unavailableMs: number } {
  return {
    knownMs: days.reduce((sum, { knownMs }) => sum + knownMs, 0),
    unavailableMs: days.reduce((sum, { unavailableMs }) => sum + unavailableMs, 0),
  }
}

function publishedDay(
  day: ProgrammeDay,
  services: readonly ServiceDay[],
  excused: boolean,
): Status['days'][number] {
  return {
    day,
    excused,
    services: SERVICES.map((service) => {
      const known = services.find((each) => each.service === service)
      const { knownMs, unavailableMs } = known ?? { knownMs: 0, unavailableMs: 0 }
      return {
        service,
        mark: markOf({ knownMs, unavailableMs }, EXCUSED_ABOVE_SHARE),
        unavailableMinutes: Math.round(unavailableMs / MINUTE_MS),
      }
    }),
  }
}

/** An incident lasts when its gap reaches the end of what is known and the service is not back. */
function publishedIncidents(
  days: readonly ServiceDay[],
  excused: readonly ProgrammeDay[],
  { down, until }: { down: ReadonlySet<Service>; until: Date },
): Status['incidents'] {
  const gaps = days.flatMap(({ service, gaps }) => gaps.map((gap) => ({ ...gap, service })))
  return incidentsOf(gaps)
    .toReversed()
    .map((incident) => {
      const { services, cause, startAt, endAt } = incident
      const isLasting = endAt >= until && services.some((service) => down.has(service))
      return {
        services,
        cause,
        startAt: startAt.toISOString(),
        endAt: isLasting ? null : endAt.toISOString(),
        excusedDays: daysTouched(incident).filter((day) => excused.includes(day)),
      }
    })
}

function daysTouched({ startAt, endAt }: Incident): ProgrammeDay[] {
  const days: ProgrammeDay[] = []
  const last = programmeDayOf(new Date(endAt.getTime() - 1))
  for (let day = programmeDayOf(startAt); day <= last; day = dayBefore(day, -1)) days.push(day)
  return days
}

export async function listDecisions(
  ctx: Pick<AppContext, 'db'>,
  language: Language,
  query: PageQuery,
): Promise<CallData<'status.listDecisions'>> {
  const { list, totalCount } = await findDecisions(ctx.db, query)
  return pageOf(
    query,
    list.map(({ title, windowSeconds, unavailableSeconds, ...row }) => ({
      seasonId: row.seasonId,
      seasonTitle: title[language],
      roundId: row.roundId,
      round: row.round,
      day: row.day,
      windowMinutes: Math.round(windowSeconds / 60),
      unavailableMinutes: Math.round(unavailableSeconds / 60),
      excused: row.excused,
      decidedAt: row.decidedAt.toISOString(),
      notifiedMembers: row.finishedAt ? row.notifiedMembers : null,
    })),
    totalCount,
  )
}
