import { readdirSync, readFileSync } from 'node:fs'

/** Linux counts processor time in hundredths of a second. */
const TICKS_PER_SECOND = 100

type Times = ReadonlyMap<number, number>

/** Returns the processor seconds so far of every direct and indirect child process. */
function timesOfDescendants(): Times {
  const processes = readdirSync('/proc').flatMap((name) => (/^\d+$/.test(name) ? read(name) : []))
  const children = Map.groupBy(processes, ({ parent }) => parent)
  const times = new Map<number, number>()
  const visit = (pid: number): void => {
    for (const child of children.get(pid) ?? []) {
      times.set(child.pid, child.seconds)
      visit(child.pid)
    }
  }
  visit(process.pid)
  return times
}

function read(pid: string): { pid: number; parent: number; seconds: number }[] {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    // The program name may contain spaces; the fields start after its bracket.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    const [parent, user, system] = [fields[1], fields[11], fields[12]].map(Number)
    const seconds = ((user ?? 0) + (system ?? 0)) / TICKS_PER_SECOND
    return [{ pid: Number(pid), parent: parent ?? 0, seconds }]
  } catch {
    return [] // The process ended in the meantime.
  }
}

/** Returns the processor seconds so far of one process; `exec` keeps the process of its command. */
export function processorSecondsOf(pid: number | undefined): number {
  return read(String(pid))[0]?.seconds ?? 0
}

/**
 * Runs a function that returns a rate and converts it to a rate per second of processor time, which
 * depends little on the machine's other load. The given processes are excluded.
 */
export async function perProcessorSecond(
  run: () => Promise<number>,
  isExcluded: (pid: number) => boolean,
): Promise<number> {
  const before = timesOfDescendants()
  const startedAt = performance.now()
  const perSecond = await run()
  const seconds = (performance.now() - startedAt) / 1000
  let spent = 0
  for (const [pid, time] of timesOfDescendants()) {
    if (!isExcluded(pid)) spent += time - (before.get(pid) ?? 0)
  }
  return (perSecond * seconds) / spent
}
