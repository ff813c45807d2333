import type { ReactNode } from 'react'
import { useBuilder, useProblemsWithin } from '#/features/builder/builder-context.ts'
import { useProblemText } from '#/shell/season/problem-text.ts'
import { useTranslation } from '#/lib/i18n.ts'
import { Badge } from '#/ui/badge.tsx'
import { Button } from '#/ui/button.tsx'
import { Note } from '#/ui/note.tsx'
import { Panel } from '#/ui/panel.tsx'
import styles from './item-panel.module.css'

type ItemPanelProps = {
  path: string
  title: string
  removeLabel: string
  onRemove: () => void
  children: ReactNode
}

/** Renders an item of a list with its problems and the button that removes it. */
export function ItemPanel({ path, title, removeLabel, onRemove, children }: ItemPanelProps) {
  const { isReadOnly } = useBuilder()
  return (
    <Panel
      title={title}
      more={
        <div className={styles.more}>
          <ProblemCount path={path} />
          <Button
            size="small"
            tone="plain"
            icon="remove"
            disabled={isReadOnly}
            data-path={path}
            onClick={onRemove}
          >
            {removeLabel}
          </Button>
        </div>
      }
    >
      <ItemProblems path={path} />
      {children}
    </Panel>
  )
}

export function ProblemCount({ path }: { path: string }) {
  const { t } = useTranslation('builder')
  const count = useProblemsWithin(path).length
  if (count === 0) return null
  return (
    <Badge tone="bad" icon="alert">
      {t('problems.count', { count })}
    </Badge>
  )
}

/** Shows the problems of the item as a whole; those of its fields stand below the fields. */
export function ItemProblems({ path }: { path: string }) {
  const problemText = useProblemText()
  const problems = useProblemsWithin(path).filter((problem) => problem.path === path)
  return problems.map((problem) => (
    <Note key={problem.code} tone="bad">
      {problemText(problem)}
    </Note>
  ))
}
