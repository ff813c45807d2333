import styles from './backdrop.module.css'

const LIGHTS = [styles.violet, styles.rose, styles.indigo, styles.teal, styles.amber]

/** A still light needs no layer of its own, which would use the memory of a screen. */
const NO_ANIMATION = { animation: 'none', willChange: 'auto' } as const

/** Renders five blurred lights that drift in the background of the column. */
export function Backdrop({ isAnimated = true }: { isAnimated?: boolean }) {
  return (
    <div className={styles.backdrop} aria-hidden="true">
      {LIGHTS.map((light) => (
        <i key={light} className={light} style={isAnimated ? undefined : NO_ANIMATION}>
          <b />
        </i>
      ))}
    </div>
  )
}
