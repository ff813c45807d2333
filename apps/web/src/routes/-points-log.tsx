import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useAuth } from '#/features/auth/store.ts'
import { LogCard } from '#/features/points-log/log-card.tsx'
import { LogInfo } from '#/features/points-log/log-sheet.tsx'
import {
  recordStates,
  shownDifferences,
  warningOf,
  type EntryName,
  type ShownEntry,
} from '#/features/points-log/log-state.ts'
import { RecordMark } from '#/features/points-log/record-mark.tsx'
import { usePointsLog } from '#/features/points-log/use-points-log.ts'
import { networksQuery } from '#/features/wallet/chain/networks.ts'
import { serverNow } from '@solstice/ui/time.ts'

/** The entries that a list shows; `isSettled` is true once its entries are there or could not be loaded. */
type ShownList = { entries: readonly ShownEntry[] | undefined; isSettled: boolean }

/** Returns the parts of a list of entries that concern the public log. */
export function useMemberLog({ entries: shown, isSettled }: ShownList) {
  const queries = useQueryClient()
  const userId = useAuth(({ user }) => user?.id) ?? ''
  const log = usePointsLog({
    userId,
    isReady: isSettled && userId !== '',
    readChain: async ({ chainId, address }) => {
      const [{ readLogAnchor }, networks] = await Promise.all([
        import('#/features/wallet/chain/log-anchor.ts'),
        queries.ensureQueryData(networksQuery),
      ])
      const network = networks.find((each) => each.chainId === chainId)
      return network && readLogAnchor(network, address)
    },
  })
  const { record } = log
  const { data: networks } = useQuery({ ...networksQuery, enabled: record?.anchor !== undefined })
  const chainName = (chainId: number) => networks?.find((each) => each.chainId === chainId)?.name
  const warning = warningOf(record, shownDifferences(record, shown ?? []))
  const stateOf = recordStates(record, serverNow())
  return {
    card: <LogCard log={log} warning={warning} chainName={chainName} />,
    info: <LogInfo log={log} chainName={chainName} />,
    mark: (name: EntryName) => <RecordMark state={stateOf(name)} />,
  }
}
