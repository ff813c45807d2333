interface ImportMetaEnv {
  /** The product version from package.json; set in vite.config.ts. */
  readonly VERSION: string
  /** Identifies the build; set in vite.config.ts. */
  readonly RELEASE: string
}
