import { QueryClientProvider } from '@tanstack/react-query'
import { Outlet } from '@tanstack/react-router'
import { SignInAgain } from '#/features/identity/sign-in-again.tsx'
import { queryClient } from '#/lib/query-client.ts'
import { Toasts } from '#/shell/toasts.tsx'

export function Root() {
  return (
    <QueryClientProvider client={queryClient}>
      <Outlet />
      <Toasts />
      <SignInAgain />
    </QueryClientProvider>
  )
}
