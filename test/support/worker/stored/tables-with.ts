import { rows } from '../sessions.ts'

/**
 * The tables that have a text in any row, of any company. One that can't be read fails the test, because nothing is known
 * about it. Besides the text, name something that is stored, so that the search is seen to find.
 */
export const tablesWith = async (text: string): Promise<string[]> => {
  const tables = await rows<{ name: string }>(
    "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE '\\_cf%' ESCAPE '\\'",
  )
  const found: string[] = []
  for (const { name } of tables)
    if (JSON.stringify(await rows(`SELECT * FROM "${name}"`)).includes(text)) found.push(name)
  return found
}
