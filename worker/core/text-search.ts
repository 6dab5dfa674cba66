/**
 * That a column has a text in it, whatever the case of its letters A to Z. Not by LIKE, whose patterns end at 50 bytes
 * on D1 and give % and _ a meaning.
 * @param place where the text is bound
 */
export const containsText = (column: string, place: string): string => `instr(lower(${column}), lower(${place})) > 0`
