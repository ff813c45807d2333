import { Socket } from 'node:net'

/**
 * Sends the statements of one tick of the event loop in one system call. `pg` corks and uncorks its
 * socket around each statement, so uncorking at the end of the tick gathers them.
 */
export class GatheringSocket extends Socket {
  override uncork(): void {
    process.nextTick(() => super.uncork())
  }
}
