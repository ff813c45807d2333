import { createFileRoute } from '@tanstack/react-router'
import { MyPageScreen } from '#/features/account/my-page-screen.tsx'
import { useAuth } from '#/features/auth/store.ts'
import { loadTexts } from '#/lib/i18n.ts'
import { useBack } from '#/shell/use-back.ts'

export const Route = createFileRoute('/_member/more/my-page')({
  loader: () => loadTexts('account'),
  component: MyPage,
})

function MyPage() {
  const user = useAuth((state) => state.user)
  const { noteMember, logout } = useAuth.getState()
  return (
    <MyPageScreen
      back={useBack()}
      user={user}
      onRenamed={(nickname) => noteMember({ nickname })}
      onLogout={() => logout()}
    />
  )
}
