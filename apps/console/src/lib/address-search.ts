/** Leaves the first page out of the address. */
export const pageOf = (search: Record<string, unknown>): { page?: number } => {
  const page = Number(search['page'])
  return Number.isSafeInteger(page) && page > 1 ? { page } : {}
}

/** Only paths of the console itself: another host must not follow a sign-in. */
export const nextOf = (value: unknown): string | undefined =>
  typeof value === 'string' && /^\/(?![/\\])/.test(value) ? value : undefined

type JobsSearch = { state?: 'waiting'; kind?: string; page?: number }

export const jobsSearchOf = (search: Record<string, unknown>): JobsSearch => ({
  ...(search['state'] === 'waiting' && { state: 'waiting' }),
  ...(typeof search['kind'] === 'string' && { kind: search['kind'] }),
  ...pageOf(search),
})

type AlarmsSearch = { state?: 'cleared'; page?: number }

export const alarmsSearchOf = (search: Record<string, unknown>): AlarmsSearch => ({
  ...(search['state'] === 'cleared' && { state: 'cleared' }),
  ...pageOf(search),
})
