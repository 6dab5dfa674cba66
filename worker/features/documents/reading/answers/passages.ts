import type { Page } from '../../../../../schema/documents/reading/readings.ts'

/** Finds the sentences of a document that a question is about, by its words. Pure, and linear in the text. */

export interface Passage {
  page: number
  text: string
}

const LONGEST_PASSAGE = 600
const MOST_SENTENCES = 20_000

/** Words that say nothing about what is asked. */
const COMMON = new Set(
  `a about an and any are as at be been being but by can could did do does document for from give had has have how i if
  in into is it its know let me mention mentioned my of on or our please s say says shall should show so some tell than
  that the their them then there these they this those to us was we were what when where whether which who whose
  why will with would you your agreement contract file paper text find explain describe question happens anything
  something under according regarding concerning`.split(/\s+/),
)

/** What contracts call it. */
const SYNONYMS: Record<string, string[]> = {
  cancel: ['terminate'],
  quit: ['terminate'],
  fire: ['terminate'],
  price: ['fee', 'cost'],
  cost: ['fee', 'price'],
  damage: ['liability'],
  liable: ['liability'],
  liability: ['liable'],
  gdpr: ['privacy', 'personal'],
  secret: ['confidential'],
  nda: ['confidential'],
  uptime: ['availability'],
  sla: ['availability', 'uptime'],
  refund: ['refund', 'credit'],
  insure: ['insurance'],
  insurance: ['insured'],
}

/** A word without its ending, so that "renewals" and "renewed" are the same. */
const stem = (word: string): string => {
  const plain = word.replace(/['’]s$/, '')
  if (plain.length <= 4) return plain.length === 4 ? plain.replace(/s$/, '') : plain
  return plain.replace(/(?:ations?|ments?|ings?|ions?|ies|ally|ed|es|s|e|y|al)$/, '')
}

const SAME = new Map(Object.entries(SYNONYMS).map(([word, others]) => [stem(word), others.map(stem)]))

const wordsOf = (text: string): string[] => text.toLowerCase().match(/[\p{L}\p{N}][\p{L}\p{N}'’]*/gu) ?? []

/** The words of a question that matter, each once. */
export const termsOf = (question: string): string[] => [
  ...new Set(
    wordsOf(question)
      .filter((word) => !COMMON.has(word))
      .map(stem),
  ),
]

/** A short line before a capital letter is a title or a line of its own. */
const BETWEEN_SENTENCES =
  /(?<=[.!?;])\s+(?=[\p{Lu}\p{N}“"(•-])|\n{2,}|\n(?=\d{1,3}[.)]\s)|(?<=(?:^|\n)[^\n]{1,40})\n(?=\p{Lu})/u

const collapse = (text: string): string => text.replaceAll(/\s+/g, ' ').trim()

export const sentencesOf = (pages: readonly Page[]): Passage[] =>
  pages
    .flatMap(({ page, text }) => text.split(BETWEEN_SENTENCES).map((sentence) => ({ page, text: collapse(sentence) })))
    .filter(({ text }) => text.length > 2)
    .slice(0, MOST_SENTENCES)
    .map(({ page, text }) => ({
      page,
      text: text.length <= LONGEST_PASSAGE ? text : `${text.slice(0, LONGEST_PASSAGE - 1).trimEnd()}…`,
    }))

/** How well passages match a question, from 0 to 1: the share of its words that they have, rare words counting more. */
const scored = (question: string, passages: readonly Passage[]): { passage: Passage; score: number }[] => {
  const terms = termsOf(question)
  if (terms.length === 0) return []
  const forms = terms.map((term) => new Set([term, ...(SAME.get(term) ?? [])]))
  const has = passages.map(({ text }) => {
    const words = new Set(wordsOf(text).map(stem))
    return forms.map((some) => [...some].some((form) => words.has(form)))
  })
  const weights = forms.map((_, i) => Math.log(1 + passages.length / (1 + has.filter((found) => found[i]).length)))
  const whole = weights.reduce((sum, weight) => sum + weight, 0)
  return passages.map((passage, i) => ({
    passage,
    score: weights.reduce((sum, weight, term) => sum + (has[i]?.[term] ? weight : 0), 0) / whole,
  }))
}

/** Below this, a sentence only shares a word with the question. */
const LEAST_SCORE = 0.5
const MOST_PASSAGES = 3

/** The sentences that answer a question best, in the order of the document. */
export const passagesAbout = (question: string, pages: readonly Page[]): Passage[] => {
  const found = scored(question, sentencesOf(pages)).filter(({ score }) => score >= LEAST_SCORE)
  const best = Math.max(0, ...found.map(({ score }) => score))
  return found
    .map((one, place) => ({ ...one, place }))
    .filter(({ score }) => score >= best * 0.75)
    .sort((a, b) => b.score - a.score || a.place - b.place)
    .slice(0, MOST_PASSAGES)
    .sort((a, b) => a.place - b.place)
    .map(({ passage }) => passage)
}

/** The pages that a question is most likely about, up to a length, in the order of the document. */
export const pagesAbout = (question: string, pages: readonly Page[], characters: number): Page[] => {
  const scores = scored(
    question,
    pages.map(({ page, text }) => ({ page, text })),
  )
  const order = pages
    .map((page, i) => ({ page, i, score: scores[i]?.score ?? 0 }))
    .sort((a, b) => b.score - a.score || a.i - b.i)
  let left = characters
  return order
    .filter(({ page }) => {
      const fits = left > 0
      left -= page.text.length
      return fits
    })
    .sort((a, b) => a.i - b.i)
    .map(({ page }) => page)
}

/** The whole sentence that has these words, if the page has them, whatever its line breaks. */
export const sentenceWith = (pages: readonly Page[], number: number, words: string): Passage | null => {
  const page = pages.find((one) => one.page === number)
  const quote = collapse(words)
  if (!page || quote.length === 0 || !collapse(page.text).includes(quote)) return null
  return sentencesOf([page]).find(({ text }) => text.includes(quote)) ?? { page: number, text: quote }
}
