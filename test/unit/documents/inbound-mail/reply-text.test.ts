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

  it.each([
    ['English', ['On Mon, Nov 24, 2026 at 9:00 AM, Abe Test wrote:']],
    ['German', ['Am 24.11.2026 um 09:00 schrieb Abe Test:']],
    ['German, broken', ['Am Di., 24. Nov. 2026 um 09:00 Uhr schrieb Abe Test über', 'Outlay <a@b.example>:']],
    ['French', ['Le mar. 24 nov. 2026 à 09:00, Abe Test a écrit :']],
    ['Spanish', ['El mar, 24 nov 2026 a las 9:00, Abe Test (<a@b.example>) escribió:']],
    ['Italian', ['Il giorno mar 24 nov 2026 alle ore 09:00 Abe Test ha scritto:']],
    ['Dutch', ['Op di 24 nov 2026 om 09:00 schreef Abe Test:']],
    ['Portuguese', ['Em ter., 24 de nov. de 2026 às 09:00, Abe Test', '<a@b.example> escreveu:']],
    ['Polish', ['W dniu wt., 24 lis 2026 o 09:00 Abe Test napisał(a):']],
    ['Swedish', ['Den tis 24 nov. 2026 kl 09:00 skrev Abe Test:']],
    ['Czech', ['Dne út 24. 11. 2026 9:00 Abe Test napsal:']],
    [
      'Outlook, German',
      ['Von: Abe Test', 'Gesendet: Dienstag, 24. November 2026 09:00', 'An: Bea', 'Betreff: AW: Stühle'],
    ],
    ['Outlook, French', ['De : Abe Test', 'Envoyé : mardi 24 novembre 2026 09:00', 'À : Bea', 'Objet : RE: Chaises']],
    ['Outlook, Polish', ['Od: Abe Test', 'Wysłano: wtorek, 24 listopada 2026', 'Do: Bea', 'Temat: Krzesła']],
    [
      'Outlook, Spanish',
      ['________________________________', 'De: Abe', 'Enviado: martes', 'Para: Bea', 'Asunto: Sillas'],
    ],
  ])('what %s quotes without a mark is cut', (_, intro) => {
    expect(cut('Two, please.', '', ...intro, '', 'Why two?', 'And when?')).toBe('Two, please.')
    expect(cut('Two, please.', '', ...intro, ...QUOTE.map((line) => `> ${line}`))).toBe('Two, please.')
  })

  it('a sentence about what someone wrote is kept', () => {
    const text = ['From: here on we pay monthly.', 'On page 3 she wrote: two chairs.', 'Le prix a été écrit : 30 €.']
    expect(cut(...text)).toBe(text.join('\n'))
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
