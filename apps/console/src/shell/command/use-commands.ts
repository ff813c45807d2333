import { useQuery } from '@tanstack/react-query'
import { operatorEndpoints } from '@solstice/contract/operator.endpoints'
import { call } from '#/lib/api.ts'
import { useTranslation } from '#/lib/i18n.ts'
import { useMay, useMe } from '#/lib/me.ts'
import { actionsFor } from './actions.ts'
import type { Command } from './command.ts'
import { jumpsTo } from './jumps.ts'
import { memberActions } from './member-actions.ts'
import { pagesFor } from './pages.ts'
import { resultsOf } from './results.tsx'
import type { Result } from './use-search.ts'

/** The page of an operator in the list, whose pages have this size. */
const PAGE_SIZE = 20
const MOST_OPERATORS = 100

/**
 * Returns everything that the role may find in the command menu. Each kind of result has a function
 * that turns what the server or the contract knows into commands; a new kind is added here.
 */
export function useCommands(text: string, results: readonly Result[]): Command[] {
  const { t } = useTranslation('command')
  const { calls } = useMe()
  const may = useMay()
  const operators = useOperators(calls.includes('operator.listOperators') && text !== '')
  const found = resultsOf(results, { may, t })
  const jumps = jumpsTo(text, calls, t).filter(
    (jump) => !found.some(({ id }) => id.toLowerCase() === jump.id),
  )
  return [
    ...found,
    ...jumps,
    ...pagesFor(calls, t),
    ...operators,
    ...memberActions(results, { may, t }),
    ...actionsFor(calls, t),
  ]
}

function useOperators(isEnabled: boolean): Command[] {
  const { t } = useTranslation('command')
  const { data } = useQuery({
    queryKey: ['operators', { size: MOST_OPERATORS }],
    queryFn: ({ signal }) =>
      call(
        operatorEndpoints['operator.listOperators'],
        { query: { page: 1, size: MOST_OPERATORS } },
        { signal },
      ),
    enabled: isEnabled,
    staleTime: 60_000,
  })
  return (data?.list ?? []).map(({ operatorId, name, role, email }, index) => {
    const page = Math.floor(index / PAGE_SIZE) + 1
    return {
      id: `operator ${operatorId}`,
      group: 'operators',
      icon: 'people',
      name,
      note: t(`roles:${role}`),
      words: [String(operatorId), ...(email === null ? [] : [email])],
      does: {
        to: '/system/operators',
        search: { history: name, ...(page > 1 && { page }) },
      },
    }
  })
}
