import { describe, expect, it } from 'vitest'
import { replyText } from '../../../../worker/features/documents/inbound-mail/reply-text.ts'

/** What is left of an answer to an email, as different programs write them. */

const SENDERS = ['no-reply@outlay.example', 'reply+0123456789@in.outlay.example', 'Outlay']
const QUOTE = [
  'Reply above this line to comment',
  '',
  'Abe commented on the request.',
  '',
  '> Why two?',
  '',
  '-- ',
  'x',
]
const cut = (...lines: string[]) => replyText(lines.join('\n'), SENDERS)

describe('an answer to an email', () => {
  it.each<[program: string, intro: string[], quote: string[]]>([
    [
      'Gmail',
      ['On Mon, Nov 24, 2026 at 9:00 AM Outlay <no-reply@outlay.example>', 'wrote:', ''],
      QUOTE.map((l) => `> ${l}`),
    ],
    [
      'Gmail, broken',
      ['On Mon, Nov 24, 2026 at 9:00 AM', 'Outlay <no-reply@outlay.example> wrote:', ''],
      QUOTE.map((l) => `> ${l}`),
    ],
    ['Gmail in German', ['Am Mo., 24. Nov. 2026 um 09:00 Uhr schrieb Outlay <no-reply@outlay.example>:', ''], QUOTE],
    ['Gmail in Japanese', ['2026年11月24日(火) 9:00 Outlay <no-reply@outlay.example>:', ''], QUOTE],
    ['Apple Mail', ['> On 24 Nov 2026, at 09:00, Outlay <no-reply@outlay.example> wrote:', '> '], QUOTE],
    [
      'Outlook',
      [
        '________________________________',
        'From: Outlay <no-reply@outlay.example>',
        'Sent: Monday, November 24, 2026 9:00 AM',
        'To: Abe',
        '',
      ],
      QUOTE,
    ],
    ['Outlook without the address', ['-----Original Message-----', 'From: Outlay', 'Sent: Monday, 9:00 AM', ''], QUOTE],
    [
      'Outlook in French',
      ['________________________________', 'De : Outlay', 'Envoyé : lundi 24 novembre 2026', ''],
      QUOTE,
    ],
    ['nothing quoted', [], []],
  ])('an answer written with %s keeps its text, and no line of the quote', (_, intro, quote) => {
    expect(cut('Two, please.', '', 'One breaks: 10:30 they called.', '', ...intro, ...quote)).toBe(
      'Two, please.\n\nOne breaks: 10:30 they called.',
    )
  })

  it('an answer keeps what was written right above the quote, without an empty line between', () => {
    expect(cut('Fine with me', 'On Mon, Nov 24, 2026 Outlay <no-reply@outlay.example> wrote:', ...QUOTE)).toBe(
      'Fine with me',
    )
    expect(cut('Fine with me', '> Why two?')).toBe('Fine with me')
  })

  it('an answer goes without its signature', () => {
    expect(cut('Agreed.', '', '-- ', 'Abe Approver', 'Acme')).toBe('Agreed.')
    expect(cut('Agreed.', '', 'Sent from my iPhone', '', ...QUOTE)).toBe('Agreed.')
  })

  it('an answer is empty if nothing is above the quote, and whole however long it is', () => {
    expect(cut(...QUOTE, '', 'My answer is down here.')).toBe('')
    expect(cut('', '', 'On Mon, Nov 24, 2026 at 9:00 AM Outlay <no-reply@outlay.example> wrote:', ...QUOTE)).toBe('')
    expect(cut('a'.repeat(50_000))).toHaveLength(50_000)
  })

  it('an answer keeps lines that only look like a header, a list or a rule', () => {
    const body = ['Options:', '- Outlay stays', '- From: the shelf', '---', 'Deadline: 2026-12-01']
    expect(cut(...body, '', ...QUOTE)).toBe(body.join('\n'))
  })
})
