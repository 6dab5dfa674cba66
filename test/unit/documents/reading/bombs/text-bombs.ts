import { strToU8 } from 'fflate'
import type { Bomb } from './corpus.ts'

/** Emails whose text takes long to lay out, and texts that rules take long to read. */

const mail = (type: string, body: string): Uint8Array =>
  strToU8(`From: a@example.test\r\nSubject: x\r\nContent-Type: ${type}; charset=utf-8\r\n\r\n${body}`)

const lines = (body: string): string => body.replaceAll(/.{1,900}/g, '$&\r\n')

const mailBomb = (name: string, type: string, body: () => string): Bomb => ({
  name,
  kind: 'mail',
  make: () => mail(type, body()),
})
const ruleBomb = (name: string, text: () => string): Bomb => ({
  name,
  kind: 'text',
  make: () => strToU8(text().slice(0, 500_000)),
})

const M = 1_000_000

export const TEXT_BOMBS: Bomb[] = [
  mailBomb('a mail of one word', 'text/plain', () => 'a'.repeat(5 * M)),
  mailBomb('a mail of one word in HTML', 'text/html', () => `<p>${'a'.repeat(2.9 * M)}</p>`),
  mailBomb('a mail of empty lines', 'text/plain', () => 'a\r\n'.repeat(2 * M)),
  mailBomb('a mail of almost too many lines', 'text/plain', () => 'a\r\n'.repeat(59_000)),
  mailBomb('a mail of lines in HTML', 'text/html', () => '<br>\r\n'.repeat(59_000)),
  mailBomb('a mail of accents upon accents', 'text/plain', () => lines(`e${'\u0301'.repeat(M)}`)),
  mailBomb('a mail of letters that no font has', 'text/plain', () => '漢'.repeat(0.9 * M)),
  mailBomb('a mail of tags that never end', 'text/html', () => '<a <a '.repeat(480_000)),
  mailBomb('a mail of comments that never end', 'text/html', () => '<!-- <!-'.repeat(360_000)),
  mailBomb('a mail of tables within tables', 'text/html', () => '<table><tr><td>'.repeat(190_000)),
  mailBomb('a mail of entities', 'text/html', () => '&amp;&#x'.repeat(360_000)),
  mailBomb('a mail of blanks', 'text/html', () => `<p>${' &nbsp;'.repeat(410_000)}</p>`),
  ruleBomb('a contract between names without end', () => `between ${'Aa, '.repeat(150_000)}`),
  ruleBomb('a contract of betweens', () => 'between A '.repeat(50_000)),
  ruleBomb('a contract of companies', () => 'between A Inc and '.repeat(30_000)),
  ruleBomb('a contract of renewals', () => 'renew '.repeat(90_000)),
  ruleBomb('a contract of renewals in sentences', () => '. renew a b c d e f g'.repeat(25_000)),
  ruleBomb('a contract of one number', () => '1'.repeat(500_000)),
  ruleBomb('a contract of terms', () => 'term of '.repeat(70_000)),
  ruleBomb('a contract of blanks after a term', () => `term${' '.repeat(499_000)}`),
  ruleBomb('a contract of amounts', () => '$1,'.repeat(170_000)),
  ruleBomb('a contract of months', () => 'January '.repeat(63_000)),
  ruleBomb('a contract of notices', () => '30 days '.repeat(63_000)),
  ruleBomb('a contract of sentences that do not end', () => `automatically ${'x '.repeat(200_000)} renew`),
]
