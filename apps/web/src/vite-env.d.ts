interface ImportMetaEnv {
  /** Where /v1 lives when it is not the page's own origin. */
  readonly VITE_API_HOST?: string
  /** Names the build; set in vite.config.ts. */
  readonly RELEASE: string
}
