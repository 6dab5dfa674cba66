import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { paths } from '../host/paths.ts'
import { PHRASES, PHRASES_OF_COMMENTS, PHRASES_OF_TESTS, type Phrase } from './words/phrases.ts'
import { commentsOf, namesOfTests, type SourceText, textsOf } from './words/texts.ts'

/**
 * Refuses phrases that no colleague would say, in every text that people read, in test names and in comments. With `--list PATTERN …` it prints the
 * texts of these files instead, for review.
 */
const SCREENS_AND_ANSWERS = ['{web,worker,schema}/**/*.{ts,tsx}']
const NAMES_OF_TESTS = ['test/**/*.{ts,tsx}']
const COMMENTED = ['{web,worker,schema,test}/**/*.{ts,tsx}']

/** Names in code and of fields, not texts: one word without a space or a capital. */
const isName = (text: string): boolean => !text.includes(' ') && !/^[A-Z][a-z]+$/.test(text)

const prose = (texts: SourceText[]): SourceText[] =>
  texts.filter(({ text, file }) => !isName(text) && !file.startsWith('worker/local/tools/words/'))

const readmeLines = (): SourceText[] =>
  readFileSync(join(paths.root, 'README.md'), 'utf8')
    .split('\n')
    .map((text, index) => ({ file: 'README.md', line: index + 1, text }))

const at = process.argv.indexOf('--list')
if (at > 0) {
  for (const { file, line, text } of prose(textsOf(process.argv.slice(at + 1)))) console.log(`${file}:${line}: ${text}`)
  process.exit(0)
}

const refusedIn = (texts: SourceText[], phrases: Phrase[]): string[] =>
  texts.flatMap(({ file, line, text }) =>
    phrases
      .filter(({ found }) => found.test(text))
      .map(({ found, say }) => `${file}:${line}: “${found.exec(text)?.[0]}” in “${text.slice(0, 120)}”. Say: ${say}`),
  )

const refused = [
  ...refusedIn([...prose(textsOf(SCREENS_AND_ANSWERS)), ...readmeLines()], PHRASES),
  ...refusedIn(namesOfTests(NAMES_OF_TESTS), PHRASES_OF_TESTS),
  ...refusedIn(commentsOf(COMMENTED), PHRASES_OF_COMMENTS),
]
for (const line of refused) console.error(line)
if (refused.length) {
  console.error(`${refused.length} texts to say in plain English`)
  process.exit(1)
}
