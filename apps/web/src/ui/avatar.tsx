import styles from './avatar.module.css'

const PALETTES = [
  { air: '#4a3d96', sun: '#ffc06e', hill: '#2f2668', x: 26, y: 22, r: 7 },
  { air: '#7a3f72', sun: '#ffe0a8', hill: '#43244f', x: 14, y: 21, r: 6 },
  { air: '#1f4a78', sun: '#eef8f6', hill: '#15304f', x: 25, y: 15, r: 6 },
  { air: '#2b2a66', sun: '#ff9a86', hill: '#1b1a44', x: 20, y: 25, r: 8 },
  { air: '#5a3358', sun: '#ffc06e', hill: '#33203f', x: 27, y: 25, r: 9 },
  { air: '#26525f', sun: '#ffd9a0', hill: '#173640', x: 15, y: 18, r: 5 },
] as const

/** Renders a member's avatar: a small sky that is always the same for the same seed. */
export function Avatar({ seed, size = 40 }: { seed: string; size?: number }) {
  const { air, sun, hill, x, y, r } = PALETTES[hash(seed) % PALETTES.length] ?? PALETTES[0]
  return (
    <svg className={styles.sky} width={size} height={size} viewBox="0 0 40 40" aria-hidden="true">
      <rect width="40" height="40" fill={air} />
      <circle cx={x} cy={y} r={r} fill={sun} />
      <path d="M0 28c10-6 22-4 40 2v10H0z" fill={hill} />
    </svg>
  )
}

function hash(text: string): number {
  let sum = 0
  for (const letter of text) sum = (sum * 31 + (letter.codePointAt(0) ?? 0)) >>> 0
  return sum
}
