import type { Route } from '@playwright/test'
import { endpoints } from '@solstice/contract/catalogue'
import { sampleReplies } from '../../apps/console/test/sample-replies.ts'

export const CONSOLE_STATES = ['normal', 'empty', 'loading', 'failing', 'forbidden'] as const
export type ConsoleState = (typeof CONSOLE_STATES)[number] | 'signed-out'

const EXPIRED = { code: 9993, success: false, msg: '', data: null }

const ROUTES = Object.values(endpoints).map(({ id, method, path }) => ({
  id,
  method,
  pattern: new RegExp(`^${path.replaceAll(/\{\w+\}/g, '[^/]+')}$`),
}))

/** Answers a call with the sample replies, like a server in the given state. */
export async function answerConsole(route: Route, state: ConsoleState): Promise<void> {
  const request = route.request()
  const { pathname } = new URL(request.url())
  const found = ROUTES.find(
    ({ method, pattern }) => method === request.method() && pattern.test(pathname),
  )
  const data = found && sampleReplies[found.id]
  const isShell = found?.id === 'operator.me'
  if (state === 'signed-out') return route.fulfill({ status: 401, json: EXPIRED })
  if (state === 'loading' && !isShell) return
  const envelope = {
    code: 0,
    success: true,
    msg: '',
    data: state === 'empty' ? emptied(data) : data,
  }
  if (state === 'failing' && !isShell) {
    const body = { code: 9999, success: false, msg: '', data: null }
    return route.fulfill({ status: 400, json: body, headers: { 'x-request-id': 'req-7f3a' } })
  }
  if (state === 'forbidden' && !isShell) {
    return route.fulfill({ status: 403, json: { ...envelope, code: 9991, success: false } })
  }
  return route.fulfill({ json: isShell ? { ...envelope, data } : envelope })
}

function emptied(data: unknown): unknown {
  if (typeof data !== 'object' || data === null) return data
  return Object.fromEntries(
    Object.entries(data).map(([name, value]) => {
      if (Array.isArray(value)) return [name, []]
      if (name === 'nextCursor') return [name, null]
      return [name, name === 'totalCount' ? 0 : value]
    }),
  )
}
