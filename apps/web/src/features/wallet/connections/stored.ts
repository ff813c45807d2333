import { DeviceKey, readDevice } from '#/lib/device-database.ts'

/** Counts the connected sites without loading the protocol. */
export async function countSessions(userId: string): Promise<number> {
  const kept = await readDevice(DeviceKey.connections(userId))
  // Only this app writes it.
  return (kept as { sessions?: unknown[] } | undefined)?.sessions?.length ?? 0
}
