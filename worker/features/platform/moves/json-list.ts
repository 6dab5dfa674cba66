/** D1 calls no function with more arguments. */
const MOST_ARGUMENTS = 32
/** Each value that is added has a path before it, and the list comes first. */
const MOST_ADDED = (MOST_ARGUMENTS - 2) / 2

/**
 * SQL of a JSON list of these values, however many there are.
 * @param values SQL
 */
export const jsonList = (values: readonly string[]): string => {
  let list = `json_array(${values.slice(0, MOST_ARGUMENTS).join(', ')})`
  for (let from = MOST_ARGUMENTS; from < values.length; from += MOST_ADDED) {
    const added = values.slice(from, from + MOST_ADDED).map((value) => `'$[#]', ${value}`)
    list = `json_insert(${list}, ${added.join(', ')})`
  }
  return list
}
