import { useId } from 'react'
import { useBuilder, useProblemsAt } from '#/features/builder/builder-context.ts'
import { useProblemText } from '#/shell/season/problem-text.ts'
import { Note } from '#/ui/note.tsx'
import text from '#/ui/text.module.css'
import styles from './radio-choice.module.css'

type RadioChoiceProps<Option> = {
  question: string
  options: readonly (readonly [option: Option, label: string])[]
  chosen: Option | undefined
  onChoose: (option: Option) => void
  /** The path of the radio buttons, which a listed problem leads to. */
  path: string
  /** The part of the plan whose own problems follow the buttons. */
  of: string
}

/** Asks for one of a few options that decide which fields follow. */
export function RadioChoice<Option extends string | boolean>(props: RadioChoiceProps<Option>) {
  const { question, options, chosen, onChoose, path, of } = props
  const { isReadOnly } = useBuilder()
  const name = useId()
  const problemText = useProblemText()
  const problems = useProblemsAt(of)
  return (
    <>
      <fieldset>
        <legend className={text.strong}>{question}</legend>
        <div className={styles.options}>
          {options.map(([option, label]) => (
            <label key={String(option)} className={styles.option}>
              <input
                type="radio"
                name={name}
                checked={chosen === option}
                disabled={isReadOnly}
                data-path={path}
                onChange={() => onChoose(option)}
              />
              {label}
            </label>
          ))}
        </div>
      </fieldset>
      {problems.map((problem) => (
        <Note key={problem.code} tone="bad">
          {problemText(problem)}
        </Note>
      ))}
    </>
  )
}
