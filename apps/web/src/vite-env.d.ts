interface ImportMetaEnv {
  /** Where /v1 lives when it is not the page's own origin. */
  readonly VITE_API_HOST?: string
}
