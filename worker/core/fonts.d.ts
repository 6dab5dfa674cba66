declare module '*.ttf' {
  /** The file, as each bundler has it. */
  const bytes: ArrayBuffer | Uint8Array<ArrayBuffer>
  export default bytes
}
