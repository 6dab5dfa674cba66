import { describe, expect, it } from 'vitest'
import type { Page } from '../../../../schema/documents/reading/readings.ts'
import { answerByModel } from '../../../../worker/features/documents/reading/answers/by-model.ts'
import { answerByRules } from '../../../../worker/features/documents/reading/answers/by-rules.ts'
import { contentOf } from '../../../../worker/features/documents/reading/answers/content.ts'
import { pagesAbout, sentenceWith } from '../../../../worker/features/documents/reading/answers/passages.ts'

const PAGES: Page[] = [
  {
    page: 1,
    text: 'Master Services Agreement\n\nThis Agreement is between Northwind Cloud, Inc. and Harbor Foods LLC. It starts on March 1, 2026 and ends on February 28, 2027.\n\nThe total annual fee is $12,000.00, payable net 45.',
  },
  {
    page: 2,
    text: 'It renews automatically for successive periods of 12 months unless either party gives 60 days prior written notice.\n\nThe provider stores personal data only in\nthe European Union. Its liability is limited to the fees of twelve months. This agreement is governed by the laws of the State of Delaware.',
  },
]
const ask = (question: string) => answerByRules(question, PAGES)

describe('answers by rules', () => {
  it.each([
    ['When does it end?', 'End date: Feb 28, 2027 [1].', 1],
    ['What is the notice period?', 'Notice period: 60 days [1].', 2],
    ['Does it renew automatically?', 'Renewal: automatic, 12 months at a time [1].', 2],
    ['How much does it cost?', 'Total: $12,000.00 [1].', 1],
    ['When is payment due?', 'Payment terms: net 45 days [1].', 1],
    ['Which law governs it?', 'Governing law: State of Delaware [1].', 2],
  ])('“%s” is answered with the meaning, the sentence and its page', (question, text, page) => {
    const answer = ask(question)
    expect(answer).toMatchObject({ text, quotes: [{ page }] })
    const [quote] = 'quotes' in answer ? answer.quotes : []
    const collapsed = PAGES[page - 1]?.text.replaceAll(/\s+/g, ' ')
    expect(collapsed).toContain(quote?.text)
  })

  it('a question about anything else gets the sentences that share its words, across line breaks', () => {
    expect(ask('Where is personal data stored?')).toMatchObject({
      quotes: [{ page: 2, text: 'The provider stores personal data only in the European Union.' }],
    })
    expect(ask('Who is liable for damages?')).toMatchObject({
      quotes: [{ page: 2, text: 'Its liability is limited to the fees of twelve months.' }],
    })
  })

  it('what the document doesn’t say is refused, and so is nonsense', () => {
    for (const question of ['Is there an arbitration clause?', 'zebra', 'isAnswered', 'the of and'])
      expect(ask(question)).toHaveProperty('refusal')
    expect(answerByRules('When does it end?', [{ page: 1, text: 'Nothing is said here at all.' }])).toEqual({
      refusal: expect.stringContaining('nothing about an end date'),
    })
  })

  it('two different end dates are both named, with a warning', () => {
    const pages = [{ page: 1, text: 'It ends on February 28, 2027.\n\nThe term ends on March 31, 2027.' }]
    expect(answerByRules('When does it end?', pages)).toMatchObject({
      text: 'End date: Feb 28, 2027 [1]; Mar 31, 2027 [2]. The document says different things about it.',
    })
  })

  it('a quote from a long text without any end of a sentence is cut', () => {
    const pages = [{ page: 1, text: `needle ${'word '.repeat(90_000)}` }]
    const answer = answerByRules('Where is the needle?', pages)
    expect('quotes' in answer && answer.quotes[0]?.text.length).toBe(600)
  })
})

describe('the places of an answer', () => {
  it('each quote has a mark at the place in the text that its annotation names', () => {
    const [part] = contentOf('doc-1', {
      text: 'A [1]; B',
      quotes: [
        { page: 1, text: 'a' },
        { page: 2, text: 'b' },
      ],
    })
    if (part?.type !== 'text') throw new Error('no text')
    expect(part.text.value).toBe('A [1]; B [2]')
    for (const { text, start_index, end_index } of part.text.annotations)
      expect(part.text.value.slice(start_index, end_index)).toBe(text)
    expect(part.text.annotations.map(({ file_citation }) => file_citation)).toEqual([
      { file_id: 'doc-1', quote: 'a', page: 1 },
      { file_id: 'doc-1', quote: 'b', page: 2 },
    ])
  })

  it('words are found on their page only, whatever their line breaks', () => {
    expect(sentenceWith(PAGES, 2, 'data only in the European')?.text).toContain('European Union.')
    expect(sentenceWith(PAGES, 1, 'data only in the European')).toBeNull()
    expect(sentenceWith(PAGES, 2, ' ')).toBeNull()
  })

  it('a document that is too long keeps the pages that are asked about, in their order', () => {
    const pages = Array.from({ length: 50 }, (_, i) => ({
      page: i + 1,
      text: i === 40 ? `The penalty is due at once. ${'x '.repeat(500)}` : 'Nothing of interest. '.repeat(50),
    }))
    const kept = pagesAbout('What penalty applies?', pages, 3000).map(({ page }) => page)
    expect(kept).toContain(41)
    expect(kept.length).toBeLessThan(6)
    expect(kept).toEqual([...kept].sort((a, b) => a - b))
  })
})

describe('answers by a model', () => {
  const asked = { targetId: 'd', question: 'When does it end?', earlier: [] }
  const modelThat = (response: unknown) => ({ run: async () => ({ response }) })

  it('counts what it quotes word for word, and shows the whole sentence', async () => {
    const said = {
      isAnswered: true,
      answer: 'It ends on February 28, 2027. [7]',
      quotes: [
        { page: 1, text: 'ends on February 28, 2027' },
        { page: 1, text: 'ends on December 31, 2030' },
      ],
    }
    expect(await answerByModel(modelThat(said), asked, PAGES)).toEqual({
      text: 'It ends on February 28, 2027.',
      quotes: [{ page: 1, text: 'It starts on March 1, 2026 and ends on February 28, 2027.' }],
    })
  })

  it('refuses an answer without a quote that the document has', async () => {
    const said = { isAnswered: true, answer: 'In 2030.', quotes: [{ page: 1, text: 'ends in 2030' }] }
    expect(await answerByModel(modelThat(said), asked, PAGES)).toHaveProperty('refusal')
    expect(await answerByModel(modelThat({ isAnswered: false, answer: '', quotes: [] }), asked, PAGES)).toHaveProperty(
      'refusal',
    )
  })

  it('an answer that isn’t one is the provider’s fault, so it is tried again', async () => {
    await expect(answerByModel(modelThat('no JSON'), asked, PAGES)).rejects.toThrow('no JSON')
    await expect(answerByModel(modelThat({ quotes: 1 }), asked, PAGES)).rejects.toThrow('isAnswered')
  })
})
