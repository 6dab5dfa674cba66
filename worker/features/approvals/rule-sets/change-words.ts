/** The changes of a rule set in one line of the history. */

const lowered = (sentence: string): string => sentence.charAt(0).toLowerCase() + sentence.slice(1)
/** As many as a person reads in one line of the history. Its details have all of them. */
const TOLD = 3
export const changeWords = (changes: readonly string[]): string => {
  const told = changes.slice(0, TOLD).map(lowered).join('; ')
  const more = changes.length - TOLD
  return more > 0 ? `${told}; and ${more} more ${more === 1 ? 'change' : 'changes'}` : told
}
