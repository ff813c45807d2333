import { createFileRoute } from '@tanstack/react-router'
import { loadTexts } from '#/lib/i18n.ts'
import { NoticeRoute } from '#/routes/-notice-route.tsx'

export const Route = createFileRoute('/_member/more/notice')({
  loader: () => loadTexts('notice'),
  component: () => <NoticeRoute startsWith="alert" />,
})
