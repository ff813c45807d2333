import type { Load } from './load.ts'

/** Repeats a function with as many concurrent callers as the load has clients. */
export async function runsPerSecond(
  { clients, seconds }: Load,
  run: (turn: number) => Promise<unknown>,
): Promise<number> {
  let turn = 0
  let done = 0
  const startedAt = performance.now()
  const endsAt = startedAt + seconds * 1000
  const repeat = async (): Promise<void> => {
    while (performance.now() < endsAt) {
      await run((turn += 1))
      done += 1
    }
  }
  await Promise.all(Array.from({ length: clients }, repeat))
  return done / ((performance.now() - startedAt) / 1000)
}
