import { Code } from '@solstice/contract/codes'
import { useEffect, useRef, useState } from 'react'
import { codeOf } from '@solstice/ui/api-error.ts'
import { isOffline } from '#/lib/connectivity.ts'
import { Cancelled, useAction } from '#/lib/use-action.ts'
import { createExport } from './api.ts'
import { assembleFile, type Download } from './assemble.ts'

/** Why a download stopped; the member can try again. */
export type DownloadProblem = 'offline' | 'tooMany' | 'paused' | 'failed'

export type DownloadState =
  | { kind: 'idle'; problem?: DownloadProblem }
  | { kind: 'running'; share: number }
  | { kind: 'ready'; file: File }

function problemOf(error: unknown): DownloadProblem {
  if (codeOf(error) === Code.TOO_MANY_REQUESTS) return 'tooMany'
  if (codeOf(error) === Code.WITHDRAWALS_PAUSED) return 'paused'
  return isOffline() ? 'offline' : 'failed'
}

/** Prepares the file with the PIN, reads its parts, and keeps them for another try. */
export function useDownload(promptForPin: () => Promise<string | undefined>) {
  const [state, setState] = useState<DownloadState>({ kind: 'idle' })
  const downloadRef = useRef<Download>(undefined)
  const stopRef = useRef<AbortController>(undefined)
  useEffect(() => () => stopRef.current?.abort(), [])

  const { run: prepare } = useAction({
    call: async () => {
      const pinToken = await promptForPin()
      if (pinToken === undefined) throw new Cancelled()
      setState({ kind: 'running', share: 0 })
      return createExport(pinToken)
    },
    onDone: (prepared) => {
      downloadRef.current = { prepared, parts: [] }
      return read()
    },
    onFailed: (error) => setState({ kind: 'idle', problem: problemOf(error) }),
  })

  async function read(): Promise<void> {
    const download = downloadRef.current
    if (!download) return
    const stop = new AbortController()
    stopRef.current = stop
    setState({ kind: 'running', share: 0 })
    try {
      const onProgress = (share: number) => setState({ kind: 'running', share })
      const file = await assembleFile(download, { signal: stop.signal, onProgress })
      downloadRef.current = undefined
      setState({ kind: 'ready', file })
    } catch (error) {
      if (stop.signal.aborted) return
      // The file has expired; the next try prepares another one.
      if (codeOf(error) === Code.NOT_FOUND) downloadRef.current = undefined
      setState({ kind: 'idle', problem: problemOf(error) })
    }
  }

  return {
    state,
    start: () => void (downloadRef.current ? read() : prepare()),
    cancel: () => {
      stopRef.current?.abort()
      downloadRef.current = undefined
      setState({ kind: 'idle' })
    },
  }
}
