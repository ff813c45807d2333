import { startServer } from '../../tools/server.ts'
import { expect, test as base } from './fixtures.ts'

export { expect }

const OFFSET_MS = 4 * 60 * 60_000
const MINUTE_MS = 60_000
const DAY_MS = 24 * 60 * MINUTE_MS

/** The season that runs in the embedded default at its first start. */
export const SEASON = 2
export const DASHBOARD = `/rewards/dashboard/${SEASON}`

/**
 * The programme day on which these tests begin at 23:00; it lies in the future so that cookies stay
 * valid.
 */
const FIRST_DAY = Date.UTC(2027, 5, 21)

type Fixtures = {
  /** Moves the server's clock to a time (UTC+4) the given number of days after the first one. */
  goTo: (day: number, time: `${number}:${number}`) => Promise<void>
}

/**
 * Starts a separate server for a file, because its clock advances far. Each file sets its name in
 * `clockOf`; files without it would share one server. With `isEmbedded` it uses the embedded
 * database, like `npm start`.
 */
type Options = {
  clockOf: string
  isEmbedded: boolean
  /** Settings of the server beside the clock. */
  serverSettings: Record<string, string>
}

export const test = base.extend<Fixtures, Options>({
  clockOf: ['', { option: true, scope: 'worker' }],
  isEmbedded: [false, { option: true, scope: 'worker' }],
  serverSettings: [{}, { option: true, scope: 'worker' }],

  server: [
    async ({ clockOf, isEmbedded, serverSettings }, use) => {
      if (clockOf === '') throw new Error('A test file with its own clock must set `clockOf`')
      const startsAt = new Date(FIRST_DAY + 23 * 60 * MINUTE_MS - OFFSET_MS)
      const settings = { ...serverSettings, SOLSTICE_NOW: startsAt.toISOString() }
      const server = await startServer(settings, { isEmbedded })
      await use(server)
      await server.stop()
    },
    { scope: 'worker', timeout: 300_000 },
  ],

  goTo: async ({ request }, use) => {
    const advance = async (advanceMs: number) => {
      const reply = await request.post('/dev/clock', { data: { advanceMs } })
      const { now } = (await reply.json()) as { now: string }
      return Date.parse(now)
    }
    await use(async (day, time) => {
      const [hours = 0, minutes = 0] = time.split(':').map(Number)
      const target = FIRST_DAY + day * DAY_MS + (hours * 60 + minutes) * MINUTE_MS - OFFSET_MS
      const leftMs = target - (await advance(0))
      if (leftMs < 0) throw new Error(`The clock is past day ${day}, ${time}`)
      await advance(leftMs)
    })
  },
})
