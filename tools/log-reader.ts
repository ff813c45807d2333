import { LogFault } from '@solstice/points-log/verify-log'

function fetchFrom(address: URL): Promise<Response> {
  return fetch(address).catch((error: unknown) => {
    throw new LogFault(`${address.href} does not answer: ${causeOf(error)}.`)
  })
}

/** Returns a reader of the files of the log that a server publishes; undefined for one it lacks. */
export function logReader(url: string) {
  const base = new URL(url)
  return async (path: string): Promise<Uint8Array | undefined> => {
    const address = new URL(`/log/${path}`, base)
    const response = await fetchFrom(address)
    if (response.status === 404) return undefined
    if (!response.ok) throw new LogFault(`${address.href} answers ${response.status}.`)
    // Node decompresses the entries, as their header says.
    return response.bytes().catch((error: unknown) => {
      throw new LogFault(`${address.href} cannot be read: ${causeOf(error)}.`)
    })
  }
}

/** Reads the reply of a public call, also that of a refused one. */
export async function readReply(url: string, path: string): Promise<unknown> {
  const address = new URL(path, url)
  const response = await fetchFrom(address)
  return response.json().catch(() => {
    throw new LogFault(`${address.href} answers ${response.status} without a reply.`)
  })
}

/** Returns the key of the log that the server names, unless another one is given. */
export async function verifierKeyOf(
  read: ReturnType<typeof logReader>,
  given: string | undefined,
): Promise<string> {
  return given ?? new TextDecoder().decode(await read('key')).trim()
}

export function causeOf(error: unknown): string {
  const cause = error instanceof Error ? (error.cause ?? error) : error
  return cause instanceof Error ? cause.message : String(cause)
}

/** Runs a verification; a fault is one sentence and exit code 1. */
export async function runVerification(main: () => Promise<void>): Promise<void> {
  try {
    await main()
  } catch (error) {
    if (!(error instanceof LogFault)) throw error
    process.stderr.write(`${error.message}\n`)
    process.exitCode = 1
  }
}
