/**
 * Whether a column contains a text, ignoring the case of A to Z. LIKE isn't used because its patterns are limited to 50
 * bytes on D1 and give % and _ a meaning.
 * @param place where the text is bound
 */
export const containsText = (column: string, place: string): string => `instr(lower(${column}), lower(${place})) > 0`
