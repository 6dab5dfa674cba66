import type { IntakeCategory } from '../../../../schema/requests/endpoints.ts'

/** By ordinal, those whose name or description contains the text. */
export const matchingCategories = (categories: readonly IntakeCategory[], text: string): IntakeCategory[] => {
  const wanted = text.trim().toLowerCase()
  return [...categories]
    .sort((a, b) => a.ordinal - b.ordinal)
    .filter(({ name, description }) => `${name} ${description}`.toLowerCase().includes(wanted))
}
