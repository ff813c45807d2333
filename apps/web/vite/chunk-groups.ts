/**
 * Groups modules into chunks by the start of their paths. A browser fetches six files at a time and
 * small files compress badly, so modules that are used together share a chunk, and those of later
 * screens stay out. A module goes to the first group that matches.
 */
export const CHUNK_GROUPS: Record<string, string[]> = {
  // The code before the first paint, which shows the prerendered log-in.
  first: [
    'src/lib/next-task.',
    'src/lib/settings.',
    'src/lib/storage.',
    'src/shell/install/installed.',
    'src/shell/prerendered/chosen-language.',
    'src/shell/prerendered/early-form.',
    'src/shell/prerendered/show-',
    'contract/src/web-settings.',
  ],
  // React is a separate chunk: two chunks are evaluated in two tasks, and the page can handle input
  // in between.
  react: [
    'node_modules/react/',
    'node_modules/react-dom/',
    'node_modules/scheduler/',
    'src/lib/react-client.',
  ],
  // Modules that every screen uses.
  base: [
    'node_modules/@tanstack/history/',
    'node_modules/@tanstack/store/',
    'node_modules/@tanstack/react-store/',
    'node_modules/@tanstack/router-core/',
    'node_modules/@tanstack/react-router/',
    'node_modules/@tanstack/react-query/build/modern/QueryClientProvider.',
    'node_modules/use-sync-external-store/',
    'node_modules/zustand/',
    'src/lib/base64url.',
    'src/lib/connectivity.',
    'src/lib/i18n.',
    'src/lib/manifest.',
    'src/locales/en/auth.json',
    'src/locales/en/common.json',
    'ui/src/log.',
    'src/lib/missing-part.',
    'ui/src/texts.',
    'ui/src/class-names.',
    'src/ui/icon.',
    'ui/src/drawn-icon.',
    'ui/src/icon.module.',
    'ui/src/language.',
    'src/ui/text.module.',
    // Modules of the entry that other chunks use too. Without a group each becomes a chunk.
    'src/features/auth/code-sent.',
    'src/features/auth/create-auth-store.',
    'src/features/auth/store.',
    'src/lib/api.',
    'src/lib/api-client.',
    'src/lib/app-name.',
    'src/lib/keep-trying.',
    'src/lib/sign-out.',
    'src/lib/toast.',
    'src/routes/-ids.',
    'src/routes/-search.',
    'src/shell/backdrop.',
    'src/shell/deep-link.',
    'src/shell/lazy-part.',
    'src/ui/button.',
    'src/ui/screen.',
    'src/ui/spinner.',
    'contract/src/auth.endpoints.',
    'contract/src/device-proof.',
    'contract/src/envelope.',
    'contract/src/pin-purpose.',
    'contract/src/users.endpoints.',
    'rules/src/duration.',
    'rules/src/email.',
    'rules/src/referral-code.',
    'rules/src/text.',
    'ui/src/api-error.',
    'ui/src/api-reply.',
    'ui/src/query-string.',
    'ui/src/time.',
  ],
  // Forms and their error messages.
  form: [
    'src/features/auth/api.',
    'src/features/auth/refusal.',
    'src/features/auth/use-problem-texts.',
    'src/features/auth/validation.',
    'src/features/auth/language-choice.',
    'src/lib/form.',
    'ui/src/use-busy.',
    'src/ui/checkbox.',
    'src/ui/field.',
    'src/ui/password-input.',
    'src/ui/text-input.',
    'rules/src/password.',
    'rules/src/verification.',
  ],
  // The parts of home and of most later screens.
  cards: ['src/lib/painted.', 'src/ui/card.', 'src/ui/rows.', 'src/ui/skeleton.', 'src/ui/avatar.'],
  // PIN entry and PIN rules.
  pin: [
    'src/features/pin/api.',
    'src/features/pin/pin-client.',
    'src/features/pin/pin-digits.',
    'src/features/pin/pin-enrolment.',
    'src/features/pin/pin-entry.',
    'src/features/pin/pin-pad.',
    'src/features/pin/pin-panel.',
    'src/features/pin/pin-screen.',
    'src/features/pin/pin-stars.',
    'src/features/pin/unlock-screen.',
    'src/features/pin/use-pin-entry.',
    'src/features/pin/wrong-pin-note.',
    'src/lib/duration-text.',
    'rules/src/pin.',
    'contract/src/pin.endpoints.',
  ],
  // The blinding of a PIN. Connections share its curve, which would otherwise be a chunk of its own.
  oprf: [
    'node_modules/@noble/curves/utils.',
    'node_modules/@noble/curves/abstract/curve.',
    'node_modules/@noble/curves/abstract/edwards.',
    'node_modules/@noble/curves/abstract/hash-to-curve.',
    'node_modules/@noble/curves/abstract/modular.',
    'node_modules/@noble/curves/abstract/montgomery.',
    'node_modules/@noble/curves/abstract/oprf.',
    'node_modules/@noble/curves/ed25519.',
    'src/lib/pin-oprf.',
  ],
  // Device state that every visit of a member reads: the wallet check, the passkey state and their
  // database.
  device: [
    'src/features/passkey/store.',
    'src/features/pin/prompt-for-pin.',
    'src/features/push/push-keys.',
    'src/features/wallet/address.',
    'src/features/wallet/device/device.',
    'src/features/wallet/device/server-answer.',
    'src/features/wallet/device/store.',
    'src/features/wallet/device/wallet-decision.',
    'src/features/wallet/device/wallet-check.',
    'src/lib/device-database.',
    'src/lib/linked-account.',
    'src/routes/-pin-prompt.',
    'src/routes/-wallet-guard.',
    // The component of the route; its definition belongs to the router.
    'src/routes/_member.tsx?tsr-split',
  ],
  // The screens of the programme and modules that only they use. Home requests these after its
  // first paint.
  programme: [
    'src/features/history/',
    'src/features/mission/',
    'src/features/ranking/',
    'src/features/season/',
    'ui/src/format',
    'src/lib/programme-',
    'ui/src/programme-',
    'ui/src/use-now',
    'src/shell/loaded',
    'src/shell/server-link',
    'src/ui/emblem',
    'src/ui/picture-card',
    'src/ui/progress-',
    'src/ui/switch',
    'src/ui/tabs',
    'rules/src/mission',
    'rules/src/programme-day.',
    'rules/src/tier.',
    'contract/src/history.endpoints.',
    'contract/src/mission.endpoints.',
    'contract/src/ranking.endpoints.',
    'contract/src/season.endpoints.',
  ],
  // Status displays that the wallet, the shop and the history share.
  facts: [
    'src/ui/facts.',
    'src/ui/long-value.',
    'src/ui/notice.',
    'src/ui/step-list.',
    'src/ui/text-area.',
  ],
}

export const CHUNKS = Object.entries(CHUNK_GROUPS).map(([name, prefixes]) => {
  const paths = prefixes.map((start) => `/${start}`)
  return {
    name,
    // Texts are loaded per language, except those that a group names.
    test: (id: string) =>
      paths.some((path) => id.includes(path) && (path.endsWith('.json') || !id.endsWith('.json'))),
  }
})
