/** The compiler comes without types; this is the part that is used. */
declare module 'solc' {
  const solc: { compile: (inputJson: string) => string; version: () => string }
  export default solc
}
