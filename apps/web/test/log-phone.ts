import { bytesToHex } from '@noble/hashes/utils.js'
import { logCrypto } from '#/lib/log-crypto.ts'
import { LogServer, posting } from './log-server.ts'
import { checkLog, type LogCheck } from '#/features/points-log/check.ts'
import type { RunLogAction } from '#/features/points-log/log-client.ts'
import type { LogRecord } from '#/features/points-log/record.ts'
import { logActions } from '#/features/points-log/verify.ts'

export const ADA = 1
const BEN = 2
export const HOUR_MS = 60 * 60_000
export const NOW = Date.UTC(2026, 5, 10, 5, 41)
export const ANCHOR = { chainId: 56, address: '0x00000000000000000000000000000000000000aa' }

const actions = logActions(logCrypto)
// The table binds the input to the action; indexing it by action loses this relation.
const run = (async (action: keyof typeof actions, input: never) =>
  actions[action](input)) as unknown as RunLogAction

export function startLog(): LogServer {
  const server = new LogServer()
  server.post(ADA, posting(1, 50, 'CHECK_IN'), posting(3, 155), posting(4, 300))
  server.post(BEN, posting(2, 70), posting(5, 20))
  server.append()
  return server
}

/** Checks as a phone of Ada that asks this server; `chain` is the server whose root is on chain. */
export function check(
  server: LogServer,
  record?: LogRecord,
  of: Partial<LogCheck> & { chain?: LogServer; requests?: object[] } = {},
): Promise<LogRecord> {
  const { chain, requests, ...more } = of
  return checkLog({
    memberId: ADA,
    record,
    now: () => NOW,
    run,
    fetchReply: async (query) => {
      requests?.push(query)
      return server.reply(ADA, query)
    },
    readChain: async () => {
      const size = chain?.anchor?.size ?? 0
      return chain && { size, root: `0x${bytesToHex(chain.rootAt(size))}` }
    },
    ...more,
  })
}

export const faultOf = (record: LogRecord) => record.finding?.fault
