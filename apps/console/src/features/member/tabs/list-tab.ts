import type { Why } from '#/features/member/why/use-why.ts'

/** The props of a tab that lists pages of entries, each with its explanation. */
export type ListTabProps = {
  userId: number
  page: number
  onPage: (page: number) => void
  why: Why
}
