/** Declares the part of the compiler that is used, because it has no types. */
declare module 'solc' {
  const solc: { compile: (inputJson: string) => string; version: () => string }
  export default solc
}
