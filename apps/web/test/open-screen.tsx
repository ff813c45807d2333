import { RouterProvider, createMemoryHistory } from '@tanstack/react-router'
import { render } from '@testing-library/react'
import { useAuth } from '#/features/auth/store.ts'
import { startI18n } from '#/lib/i18n.ts'
import { queryClient } from '#/lib/query-client.ts'
import { createAppRouter } from '#/router.tsx'
import { type State, setReplyState } from './replies.ts'

/** Opens a path as the demo member, with a server in the given state. */
export async function openScreen(path: string, state: State): Promise<HTMLElement> {
  queryClient.clear()
  setReplyState('normal')
  await startI18n()
  await useAuth.getState().login()
  setReplyState(state)
  return show(path)
}

/** Opens a path as a visitor who is not logged in. */
export async function openAsVisitor(path: string): Promise<HTMLElement> {
  setReplyState('normal')
  await startI18n()
  return show(path)
}

function show(path: string): HTMLElement {
  const router = createAppRouter(createMemoryHistory({ initialEntries: [path] }))
  const { container } = render(<RouterProvider router={router} />)
  return container
}
