import { Problem } from './problem.ts'

const token =
  /--[^\n]*|\/\*[\s\S]*?(?:\*\/|$)|'(?:[^']|'')*'?|"(?:[^"]|"")*"?|`(?:[^`]|``)*`?|\[[^\]]*\]?|[A-Za-z_][\w$]*|;|[^\s]/g

/**
 * Splits SQL into its statements, without their closing semicolons. Comments alone are no statement. A semicolon inside
 * quotes, comments or a trigger's BEGIN … END doesn't end one.
 */
export function splitStatements(sql: string): string[] {
  const statements: string[] = []
  let start = 0
  let words: string[] = []
  let filled = false
  let depth = 0
  const close = (end: number) => {
    if (filled) statements.push(sql.slice(start, end).trim())
    words = []
    filled = false
    depth = 0
  }
  for (const { 0: text, index } of sql.matchAll(token)) {
    if (text.startsWith('--') || text.startsWith('/*')) {
      if (!filled) start = index + text.length
      continue
    }
    if (text === ';' && depth === 0) {
      close(index)
      start = index + 1
      continue
    }
    filled = true
    if (!/^[A-Za-z_]/.test(text)) continue
    const word = text.toUpperCase()
    if (words.length < 3) words.push(word)
    if (!isTrigger(words)) continue
    // CASE ends with END like BEGIN does. In a trigger both are counted.
    if (word === 'BEGIN' || word === 'CASE') depth += 1
    else if (word === 'END') depth -= 1
  }
  if (depth > 0) throw new Problem('a trigger has no END')
  close(sql.length)
  return statements
}

function isTrigger(words: string[]): boolean {
  return words[0] === 'CREATE' && (words[1] === 'TRIGGER' || (/^TEMP/.test(words[1] ?? '') && words[2] === 'TRIGGER'))
}
