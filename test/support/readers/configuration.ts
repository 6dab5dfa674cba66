import { MAX_FILE_CHARACTERS } from '../../../schema/platform/configuration/values.ts'
import { fieldChanges } from '../../../worker/features/platform/configuration/field-changes.ts'
import { readFile } from '../../../worker/features/platform/configuration/read-file.ts'
import type { Plain, Writing } from '../../../worker/features/platform/configuration/section.ts'
import { formFile, formFromFile } from '../../../worker/features/requests/forms/file.ts'
import { filled, type Reader } from './reader.ts'

/** Files of configuration. */

const HEAD = 'outlay: 1\ncurrency: USD\n'
const yaml: Reader = {
  name: 'a file of configuration',
  files: ['worker/features/platform/configuration/read-file.ts'],
  limit: MAX_FILE_CHARACTERS,
  read: async (text, pause) => {
    const file = await readFile(text, pause)
    if (!('problems' in file)) for (let i = 0; i < 200; i++) file.lineOf(['categories', i, 'name'])
  },
  shapes: {
    names: (size) => filled(size, (i) => `name${i}: 1\n`, HEAD),
    'names of one object': (size) => filled(size, (i) => `  name${i}: 1\n`, `${HEAD}settings:\n`),
    'a list of objects': (size) => filled(size, (i) => `  - name: Item ${i}\n    note: Text\n`, `${HEAD}categories:\n`),
    'a list in brackets': (size) => filled(size, (i) => `w${i}, `, `${HEAD}categories: [`, ']\n'),
    'an object in braces': (size) => filled(size, (i) => `n${i}: 1, `, `${HEAD}settings: {`, '}\n'),
    'a long text': (size) => filled(size, (i) => `  Line ${i} of a text\n`, `${HEAD}note: |\n`),
    comments: (size) => filled(size, (i) => `# Comment ${i}\n\n`, HEAD),
    'blank lines': (size) => filled(size, () => '\n', HEAD),
    'objects in objects': (size) => filled(size, (i) => `${'  '.repeat(i % 30)}name${i}:\n`, HEAD),
  },
}

interface Question {
  [key: string]: Plain
  question: string
  type: string
}
/** A form has as many questions as the shape of a file allows. */
const questions = (count: number, label: (i: number) => string): Question[] =>
  Array.from({ length: count }, (_, i) => ({ question: label(i), type: 'text' }))
const form = (count: number, label: (i: number) => string) => {
  const all = questions(count, label)
  const steps = Array.from({ length: Math.ceil(count / 300) }, (_, i) => ({
    step: `Step ${i}`,
    questions: all.slice(i * 300, (i + 1) * 300),
  }))
  return steps
}
let made = 0
const writing = {
  newId: () => {
    made += 1
    return `id-${made}`
  },
  ...{ idOf: () => null, idsOf: () => [], minor: () => 0, place: () => {}, problem: () => {}, warn: () => {} },
} as unknown as Writing

const forms: Reader = {
  name: 'the form of a category',
  files: [],
  limit: 15_000,
  read: async (steps) => {
    const given = formFile.parse(steps)
    const read = formFromFile(given, writing, { steps: [] }, [])
    formFromFile(given, writing, read, [])
  },
  shapes: {
    'questions of different names': (count) => form(count, (i) => `Question ${i}`),
    'questions of one name': (count) => form(count, () => 'Question'),
  },
}

const options = (count: number): Question[] => [
  {
    ...{ question: 'Which', type: 'choice' },
    options: Array.from({ length: Math.ceil(count / 1000) }, (_, i) => ({
      option: `Kind ${i}`,
      below: Array.from({ length: Math.min(1000, count - i * 1000) }, (_, k) => `Choice ${k}`),
    })),
    shownIf: [],
  },
]
const difference: Reader = {
  name: 'the difference of two objects',
  files: [],
  limit: 15_000,
  read: async ([before, after]: [Plain, Plain]) => fieldChanges(before, after),
  shapes: {
    'questions that are new': (count) => [{ questions: [] }, { questions: questions(count, (i) => `Question ${i}`) }],
    'questions in another order': (count) => [
      { questions: questions(count, (i) => `Question ${i}`) },
      { questions: questions(count, (i) => `Question ${count - 1 - i}`) },
    ],
    'options that are new': (count) => [{ questions: options(0) as Plain[] }, { questions: options(count) as Plain[] }],
  },
}

export const CONFIGURATION_READERS: Reader[] = [yaml, forms, difference]
