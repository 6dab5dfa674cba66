/** See component-styles.ts. */
declare module 'virtual:component-styles'
declare module 'subset-font' {
  /** @returns the font with only the letters of the text, and what they need */
  export default function subsetFont(
    font: Uint8Array,
    text: string,
    options: { targetFormat: 'woff2'; variationAxes: Record<string, { min: number; max: number }> },
  ): Promise<Uint8Array>
}
