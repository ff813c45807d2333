import { pointsLogEndpoints } from '@solstice/contract/points-log.endpoints'
import { call } from '#/lib/api.ts'
import { serverNow } from '@solstice/ui/time.ts'
import { checkLog, type ReadChain } from './check.ts'
import { withLogWorker } from './log-client.ts'
import { readLogRecord, saveLogRecord, type LogRecord } from './record.ts'

type Check = {
  userId: string
  readChain: ReadChain
  isFromStart: boolean
  onProgress: (done: number, count: number) => void
  signal: AbortSignal
}

/** Compares the member's entries with the log, and stores the new state on this phone. */
export async function checkOwnLog(check: Check): Promise<LogRecord> {
  const { userId, readChain, isFromStart, onProgress, signal } = check
  // Without a database the phone checks everything each time.
  const record = await readLogRecord(userId).catch(() => undefined)
  const checked = await withLogWorker((run) =>
    checkLog({
      memberId: Number(userId),
      record,
      run,
      readChain,
      isFromStart,
      onProgress,
      now: serverNow,
      fetchReply: (query) => call(pointsLogEndpoints['pointsLog.mine'], { query }, { signal }),
    }),
  )
  await saveLogRecord(userId, checked).catch(() => undefined)
  return checked
}
