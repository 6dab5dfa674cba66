import type { ReadPage } from '../../../worker/features/documents/reading/page-text.ts'
import { FURTHER_WORDS } from './further-words.ts'
import { LAYOUTS, type Parts } from './layouts.ts'
import { WORDS as FIRST_WORDS, type Words } from './words.ts'

const WORDS: Record<string, Words> = Object.assign({}, FIRST_WORDS, FURTHER_WORDS)

/** Invoices in every layout and language, with amounts, currencies, dates and terms in turn, and what each one says. */

export interface Truth {
  invoiceNumber: string
  invoiceDate: string
  /** Null where the invoice has neither a date nor terms that are clear. */
  dueDate: string | null
  /** Minor units and currency; null for a currency that isn't the product's, or if nothing is due. */
  total: string | null
}

export interface Case {
  name: string
  pages: ReadPage[]
  truth: Truth
}

const AMOUNTS = [125_000, 45_277, 1_248_000, 2_500_000, 100_000, 99, 123_456_789, 350_005, 1_999_900, 80_000]

interface Money {
  code: string
  decimals: number
  /** A sign that stands before the amount in English and behind it elsewhere. */
  sign: string
  isOurs: boolean
}
const CURRENCIES: Money[] = [
  { code: 'EUR', decimals: 2, sign: '€', isOurs: true },
  { code: 'USD', decimals: 2, sign: 'US$', isOurs: true },
  { code: 'GBP', decimals: 2, sign: '£', isOurs: true },
  { code: 'CHF', decimals: 2, sign: 'CHF', isOurs: true },
  { code: 'EUR', decimals: 2, sign: 'EUR', isOurs: true },
  { code: 'JPY', decimals: 0, sign: 'JPY', isOurs: true },
  { code: 'SEK', decimals: 2, sign: 'kr', isOurs: false },
  { code: 'NZD', decimals: 2, sign: 'NZ$', isOurs: false },
  { code: 'CAD', decimals: 2, sign: 'CA$', isOurs: true },
]

const NUMBERS = ['INV-2026-0042', '4711', 'RE/2026/1043', 'F2026.114', 'A-77-B', '2026-114', 'KC/3391', '100200300']

const grouped = (digits: string, group: string): string => digits.replaceAll(/\B(?=(?:\d{3})+$)/g, group)

/** @param isRound written without cents where there are none */
const written = (minor: number, { decimals, code }: Money, words: Words, isRound: boolean): string => {
  const [group, decimal] = code === 'CHF' && words.group === '.' ? ['’', '.'] : [words.group, words.decimal]
  const digits = String(Math.abs(minor)).padStart(decimals + 1, '0')
  const whole = grouped(digits.slice(0, digits.length - decimals), group)
  const cents = digits.slice(digits.length - decimals)
  const isWhole = decimals === 0 || (isRound && /^0+$/.test(cents))
  return `${minor < 0 ? '\u2212' : ''}${whole}${isWhole ? '' : `${decimal}${cents}`}`
}

const two = (n: number): string => String(n).padStart(2, '0')
const DATES: ((day: Date, words: Words, isEnglish: boolean) => string)[] = [
  (day) => day.toISOString().slice(0, 10),
  (day, _, isEnglish) =>
    isEnglish
      ? `${day.getUTCDate()} ${WORDS.en?.months.split(' ')[day.getUTCMonth()]} ${day.getUTCFullYear()}`
      : `${two(day.getUTCDate())}.${two(day.getUTCMonth() + 1)}.${day.getUTCFullYear()}`,
  (day, words) => `${day.getUTCDate()} ${words.months.split(' ')[day.getUTCMonth()]} ${day.getUTCFullYear()}`,
  (day) => `${two(day.getUTCDate())}/${two(day.getUTCMonth() + 1)}/${day.getUTCFullYear()}`,
  (day, words) =>
    `${two(day.getUTCDate())}-${words.months.split(' ')[day.getUTCMonth()]?.slice(0, words.short)}-${String(day.getUTCFullYear()).slice(2)}`,
]

const iso = (day: Date): string => day.toISOString().slice(0, 10)
const plus = (day: Date, days: number): Date => new Date(day.getTime() + days * 86_400_000)
const pick = <T>(all: readonly T[], at: number): T => all[at % all.length] as T

type Kind = 'plain' | 'part paid' | 'all paid' | 'balance before' | 'shipping' | 'discount'
const KINDS: Kind[] = ['plain', 'plain', 'part paid', 'shipping', 'discount', 'all paid', 'plain', 'balance before']

const made = (layout: string, language: string, at: number): Case => {
  const words = WORDS[language] as Words
  const [money, kind, net] = [pick(CURRENCIES, at), pick(KINDS, at), pick(AMOUNTS, at * 7 + language.length)]
  const units = money.decimals === 0 ? Math.round(net / 100) : net
  const isEnglish = language === 'en'
  const isApart = layout.includes('own cell')
  const show = (minor: number): string => {
    const amount = written(minor, money, words, at % 5 === 3)
    if (isApart) return `${amount}|${money.code}`
    if (isEnglish && /[$€£]$/.test(money.sign)) return `${money.sign}${amount}`
    return at % 3 === 0 ? `${money.code} ${amount}` : `${amount} ${money.sign}`
  }
  const shown = (minor: number): string => show(minor).replace('|', ' ')
  const date = new Date(Date.UTC(2026, (at * 5) % 12, 13 + (at % 15)))
  const due = plus(date, 30)
  const [extra, tax] = [kind === 'shipping' ? 1_500 : 0, Math.round(units * 0.2)]
  const discount = kind === 'discount' ? -Math.max(1, Math.round(units * 0.1)) : 0
  const total = units + discount + extra + (kind === 'discount' ? 0 : tax)
  const paid = kind === 'all paid' ? total : kind === 'part paid' ? Math.max(1, Math.round(total / 4)) : 0
  const before = kind === 'balance before' ? 7_777 : 0
  const toPay = total - paid + before
  const dateText = (day: Date): string => pick(DATES, at)(day, words, isEnglish)
  const termsKind = at % 4
  const half = Math.floor(units / 2)
  const sums: [string, string][] = [
    ...(kind === 'discount' ? [] : [[pick(words.net, at), show(units)] as [string, string]]),
    ...(extra ? [[words.shipping, show(extra)] as [string, string]] : []),
    ...(kind === 'discount' ? [] : [[`${words.tax} 20%`, show(tax)] as [string, string]]),
    [pick(words.total, at), show(total)],
    ...(before ? [[pick(words.before, at), show(before)] as [string, string]] : []),
    ...(paid ? [[pick(words.paid, at), show(at % 2 ? -paid : paid)] as [string, string]] : []),
    ...(paid || before ? [[pick(words.toPay, at), show(toPay)] as [string, string]] : []),
  ]
  const parts: Parts = {
    ...{ vendor: 'Harrow Works GmbH', title: words.title, letter: words.letter, code: money.code },
    head: [
      [pick(words.number, at), pick(NUMBERS, at + layout.length)],
      [pick(words.date, at), dateText(date)],
      ...(termsKind === 0 ? [[pick(words.due, at), dateText(due)] as [string, string]] : []),
    ],
    columns: [words.description, words.quantity, words.amount],
    lines: [
      ['Workshop', '1', shown(half)],
      ['Materials', '2', shown(units - half)],
      ...(discount ? [[words.discount, '1', shown(discount)] as [string, string, string]] : []),
    ],
    sums,
    sentences: [
      ...(termsKind === 1 ? [words.terms.replace('~', '30')] : []),
      ...(termsKind === 2 ? [words.monthEnd.replace('~', '30')] : []),
      words.late.replace('~', '14'),
    ],
  }
  const layoutOf = LAYOUTS[layout]
  if (!layoutOf) throw new Error(layout)
  const value = kind === 'balance before' ? total : total - paid
  return {
    name: `${layout}, ${language}, ${at}: ${kind}`,
    pages: layoutOf(parts),
    truth: {
      invoiceNumber: pick(NUMBERS, at + layout.length),
      invoiceDate: iso(date),
      dueDate: termsKind === 0 || termsKind === 1 ? iso(due) : null,
      total: money.isOurs && value !== 0 ? `${value} ${money.code}` : null,
    },
  }
}

/** As many for each layout and language. */
const TURNS = 12

export const invoiceCorpus = (): Case[] =>
  Object.keys(LAYOUTS).flatMap((layout, a) =>
    Object.keys(WORDS).flatMap((language, b) =>
      Array.from({ length: TURNS }, (_, at) => made(layout, language, at + a * 5 + b * 11)),
    ),
  )
