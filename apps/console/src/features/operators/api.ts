import type { CallData } from '@solstice/contract/wire'
import { queryClient } from '#/lib/query-client.ts'

export type Operator = CallData<'operator.listOperators'>['list'][number]

export const OPERATORS_KEY = 'operators'

export const readOperators = () => void queryClient.invalidateQueries({ queryKey: [OPERATORS_KEY] })
