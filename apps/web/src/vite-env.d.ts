interface ImportMetaEnv {
  /** Of the product, from package.json; set in vite.config.ts. */
  readonly VERSION: string
  /** Names the build; set in vite.config.ts. */
  readonly RELEASE: string
}
