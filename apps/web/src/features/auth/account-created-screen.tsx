import { useTranslation } from '#/lib/i18n.ts'
import { Button } from '#/ui/button.tsx'
import { Screen } from '#/ui/screen.tsx'
import illustration from '#/ui/illustration.module.css'
import text from '#/ui/text.module.css'
import styles from './account-created-screen.module.css'
import { useAuth } from './store.ts'

export function AccountCreatedScreen({ onContinue }: { onContinue: () => void }) {
  const { t } = useTranslation('auth')
  const name = useAuth((state) => state.user?.name)
  return (
    <Screen dock={<Button onClick={onContinue}>{t('created.continue')}</Button>}>
      <div className={illustration.illustration}>
        <Sunrise />
        <h1 className={text.headline}>{t('created.title')}</h1>
        <div className={styles.text}>
          {name && <p className={text.strong}>{t('created.greeting', { name })}</p>}
          <p className={text.soft}>{t('created.text')}</p>
        </div>
      </div>
    </Screen>
  )
}

/** Animates a sunrise once; the path of the sun is dotted. */
function Sunrise() {
  return (
    <svg className={styles.sunrise} viewBox="0 0 300 220" fill="none" aria-hidden="true">
      <defs>
        <linearGradient
          id="sunrise-sky"
          x1="150"
          y1="20"
          x2="150"
          y2="160"
          gradientUnits="userSpaceOnUse"
        >
          <stop stopColor="#221d48" />
          <stop offset="1" stopColor="#5a3a72" />
        </linearGradient>
        <linearGradient
          id="sunrise-sun"
          x1="106"
          y1="80"
          x2="194"
          y2="160"
          gradientUnits="userSpaceOnUse"
        >
          <stop stopColor="#ffc06e" />
          <stop offset=".55" stopColor="#ff8799" />
          <stop offset="1" stopColor="#b092ff" />
        </linearGradient>
        <clipPath id="sunrise-horizon">
          <path d="M0 0h300v160H0z" />
        </clipPath>
      </defs>
      <g clipPath="url(#sunrise-horizon)">
        <circle cx="150" cy="160" r="128" fill="url(#sunrise-sky)" />
        <path
          d="M52 160a98 98 0 0 1 196 0"
          stroke="#fff"
          strokeOpacity=".22"
          strokeWidth="1.5"
          strokeDasharray="1 8"
          strokeLinecap="round"
        />
        <g className={styles.sun}>
          <path
            className={styles.rays}
            d="M150 76v-14M118 85l-7-12M182 85l7-12M94 108l-12-7M206 108l12-7"
            stroke="#ffc06e"
            strokeWidth="3"
            strokeLinecap="round"
          />
          <circle cx="150" cy="140" r="46" fill="url(#sunrise-sun)" />
        </g>
      </g>
      <path
        d="M10 160h280"
        stroke="#fff"
        strokeOpacity=".6"
        strokeWidth="2"
        strokeLinecap="round"
      />
      <g className={styles.reflections} stroke="#ff8799" strokeWidth="2.5" strokeLinecap="round">
        <path d="M112 174h76" />
        <path d="M126 187h48" />
        <path d="M139 200h22" />
      </g>
      <g fill="#fff">
        <path
          className={styles.star}
          d="M78 62c.7 4.6 2.3 6.7 7 7.5-4.7.8-6.3 2.9-7 7.5-.7-4.6-2.3-6.7-7-7.5 4.7-.8 6.3-2.9 7-7.5z"
        />
        <path
          className={styles.star}
          d="M222 50c.6 4 2 5.8 6 6.5-4 .7-5.4 2.5-6 6.5-.6-4-2-5.8-6-6.5 4-.7 5.4-2.5 6-6.5z"
        />
        <circle cx="190" cy="40" r="1.8" fillOpacity=".6" />
        <circle cx="112" cy="44" r="1.5" fillOpacity=".5" />
        <circle cx="244" cy="96" r="1.5" fillOpacity=".5" />
        <circle cx="58" cy="108" r="1.5" fillOpacity=".5" />
      </g>
    </svg>
  )
}
