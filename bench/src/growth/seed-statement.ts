/** One set-based statement for all members. `{n}` and the other names are replaced by values. */
export type SeedStatement = { name: string; sql: string }
