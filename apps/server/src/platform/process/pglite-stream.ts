import { Duplex } from 'node:stream'
import { protocol, type PGlite } from '@electric-sql/pglite'

const { serialize } = protocol

type Done = (error?: Error | null) => void

/**
 * Carries the wire protocol between `pg` and PGlite: `pg` uses it in place of a socket, so both
 * engines share one driver. PGlite has a single session; use one stream at a time.
 */
export class PgliteStream extends Duplex {
  readonly #pglite: PGlite

  constructor(pglite: PGlite) {
    super()
    this.#pglite = pglite
  }

  /** `pg` calls this as on a socket. */
  connect(): this {
    void this.#resetSession().then(
      () => this.emit('connect'),
      (error: unknown) => this.destroy(asError(error)),
    )
    return this
  }

  /** PGlite keeps its session when a connection is lost, together with its open transaction. */
  async #resetSession(): Promise<void> {
    await this.#pglite.waitReady
    for (const statement of ['rollback', 'discard all']) {
      await this.#responseTo(serialize.query(statement))
    }
  }

  setNoDelay(): this {
    return this
  }

  setKeepAlive(): this {
    return this
  }

  ref(): this {
    return this
  }

  unref(): this {
    return this
  }

  override _write(chunk: Buffer, _encoding: BufferEncoding, done: Done): void {
    void this.#exchange(chunk, done)
  }

  /** `pg` corks the messages of one statement, so they arrive here together. */
  override _writev(chunks: { chunk: Buffer }[], done: Done): void {
    void this.#exchange(Buffer.concat(chunks.map(({ chunk }) => chunk)), done)
  }

  async #exchange(request: Buffer, done: Done): Promise<void> {
    try {
      this.push(await this.#responseTo(request))
      done()
    } catch (error) {
      done(asError(error))
    }
  }

  /** Not `execProtocolRaw`, which also parses each response and retains the result for ever. */
  async #responseTo(request: Uint8Array): Promise<Buffer> {
    const chunks: Uint8Array[] = []
    await this.#pglite.execProtocolRawStream(request, {
      // The engine reuses the memory of a chunk.
      onRawData: (chunk) => void chunks.push(chunk.slice()),
    })
    return Buffer.concat(chunks)
  }

  override _read(): void {
    // Responses are pushed as they arrive.
  }

  override _final(done: Done): void {
    this.push(null)
    done()
  }
}

/** PGlite also throws objects that are not errors, such as the status of a backend that exited. */
function asError(error: unknown): Error {
  if (error instanceof Error) return error
  const hasMessage = typeof error === 'object' && error !== null && 'message' in error
  return new Error(`PGlite failed: ${String(hasMessage ? error.message : error)}`)
}
