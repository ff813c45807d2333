import type { CallData } from '@solstice/contract/wire'

const DAYS = Array.from({ length: 90 }, (_, at) =>
  new Date(Date.UTC(2026, 9, 22 + at)).toISOString().slice(0, 10),
)
const SERVICES = ['PROGRAMME', 'PAYOUTS', 'POINTS_LOG'] as const

const EXCUSED = '2027-01-10'

function markOf(
  at: number,
  service: string,
): Pick<
  CallData<'status.show'>['days'][number]['services'][number],
  'mark' | 'unavailableMinutes'
> {
  if (at === 80) return { mark: 'DOWN', unavailableMinutes: 220 }
  if (at === 40 && service === 'PAYOUTS') return { mark: 'PART', unavailableMinutes: 60 }
  return { mark: at < 3 ? 'UNKNOWN' : 'UP', unavailableMinutes: 0 }
}

/** The replies of the availability, with a long outage and a short one. */
export const statusReplies: {
  'status.show': CallData<'status.show'>
  'status.listDecisions': CallData<'status.listDecisions'>
} = {
  'status.show': {
    updatedAt: '2027-01-19T12:00:00.000Z',
    state: 'UP',
    availability: 99.81,
    services: SERVICES.map((service) => ({ service, isUp: true, availability: 99.81 })),
    days: DAYS.map((day, at) => ({
      day,
      excused: at === 80,
      services: SERVICES.map((service) => ({ service, ...markOf(at, service) })),
    })),
    incidents: [
      {
        services: [...SERVICES],
        cause: 'OUTAGE',
        startAt: '2027-01-10T15:00:00.000Z',
        endAt: '2027-01-10T18:40:00.000Z',
        excusedDays: [EXCUSED],
      },
    ],
  },
  'status.listDecisions': {
    list: [
      {
        seasonId: 2,
        seasonTitle: 'Midwinter',
        roundId: 5,
        round: 1,
        day: EXCUSED,
        windowMinutes: 1380,
        unavailableMinutes: 220,
        excused: true,
        decidedAt: '2027-01-10T20:01:00.000Z',
        notifiedMembers: 412,
      },
    ],
    page: 1,
    size: 20,
    totalCount: 1,
    hasNext: false,
  },
}
