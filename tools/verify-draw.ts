import { parseArgs } from 'node:util'
import { Code } from '@solstice/contract/codes'
import { leagueSchemas } from '@solstice/contract/league.schemas'
import { nodeCrypto } from '@solstice/points-log/node-crypto'
import { verifyDraw, type PublishedDraw } from '@solstice/points-log/verify-draw'
import { LogFault } from '@solstice/points-log/verify-log'
import { logReader, readReply, runVerification, verifierKeyOf } from './log-reader.ts'

const USAGE = `npm run verify:draw -- --url URL --season ID --week NUMBER [--key KEY]

  --url     the address of the app
  --season  the season
  --week    a week of leagues that has ended
  --key     the key of the log as name+hash+base64; without it, the one that the server names
`

/** Verifies the leagues of a week as anybody can: only by what the server publishes. */
async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      url: { type: 'string' },
      season: { type: 'string' },
      week: { type: 'string' },
      key: { type: 'string' },
    },
  })
  const { url, season, week } = values
  if (url === undefined || season === undefined || week === undefined) throw new LogFault(USAGE)
  const draw = await readDraw(url, `/v1/public/seasons/${idIn(season)}/leagues/${idIn(week)}`)
  const read = logReader(url)
  const verifierKey = await verifierKeyOf(read, values.key)
  const report = await verifyDraw(nodeCrypto, { read, verifierKey, draw })
  const lines = [
    `log      ${report.checkpoint.origin}, ${report.checkpoint.size} entries`,
    `key      ${verifierKey}${values.key === undefined ? ' (from the server; compare it with the published one)' : ''}`,
    `seed     ${draw.seed}`,
    `hash     ${draw.commitment}, entry ${draw.logIndex} of ${report.committedAt.toISOString()}`,
    `week     began at ${draw.startAt}`,
    `drawn    ${report.names} names in ${report.leagues} leagues`,
    'The seed was recorded before the week and leads to exactly these leagues.',
  ]
  process.stdout.write(`${lines.join('\n')}\n`)
}

function idIn(text: string): string {
  if (!/^[1-9]\d{0,8}$/.test(text)) throw new LogFault(`${text} is not a whole number.`)
  return text
}

/** Reads every page of the draw. */
async function readDraw(url: string, path: string): Promise<PublishedDraw> {
  const list: PublishedDraw['list'][number][] = []
  for (let after: number | null = 0; ;) {
    const reply = await readReply(url, `${path}?after=${after}`)
    const { code, data } = envelopeOf(reply)
    if (code !== Code.SUCCESS)
      throw new LogFault(`There is no draw of this week (code ${String(code)}).`)
    const page = leagueSchemas['league.draw'].data.safeParse(data)
    if (!page.success) throw new LogFault('The server returns no draw of leagues.')
    list.push(...page.data.list)
    after = page.data.nextAfter
    if (after === null) return { ...page.data, list }
  }
}

function envelopeOf(reply: unknown): { code: unknown; data: unknown } {
  const isObject = typeof reply === 'object' && reply !== null
  return {
    code: isObject && 'code' in reply ? reply.code : undefined,
    data: isObject && 'data' in reply ? reply.data : undefined,
  }
}

await runVerification(main)
