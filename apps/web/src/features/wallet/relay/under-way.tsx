import { useState } from 'react'
import { lazyPart } from '#/shell/lazy-part.tsx'
import type { RelayRowsProps } from './relay-rows.tsx'
import { findStoredRelays } from './stored-relay.ts'

const RelayRows = lazyPart<RelayRowsProps>(
  async () => (await import('./relay-rows.tsx')).RelayRows,
  { texts: ['relay'] },
)

/** Shows the sends whose fee Solstice pays until they have ended, and submits those with a lost reply. */
export function UnderWay(props: RelayRowsProps) {
  const [hasSome] = useState(() => findStoredRelays(props.userId).length > 0)
  return hasSome ? <RelayRows {...props} /> : null
}
