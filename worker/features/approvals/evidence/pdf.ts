import { PDFDocument } from 'pdf-lib'
import {
  type EvidenceParts,
  SECTION_NAMES,
  SECTIONS,
  type SectionName,
} from '../../../../schema/approvals/evidence/pack.ts'
import { dayText } from '../../../../schema/shared/calendar.ts'
import { kindLabel } from '../../../../schema/shared/kinds.ts'
import { type Currency, formatMoney } from '../../../../schema/shared/money.ts'
import { Faces } from '../../../core/pdf-faces.ts'
import { PAGE_SIZE, SHEET_WIDTH, Sheet, TEXT_SIZE } from '../../../core/pdf-sheet.ts'
import { HOW_TO_CHECK } from './how-to-check.ts'
import { digestOf } from './manifest.ts'
import { changeText, contentFacts, inWords } from './words.ts'

/** The pack as people read it. The same parts make the same file. */

/** An item of a section: what it is, when, and what belongs to it. */
interface Item {
  title: string
  at?: string | null
  facts: readonly [label: string, value: string][]
}

const NONE: Record<SectionName, string> = {
  versions: 'No versions.',
  steps: 'No approvals were needed.',
  decisions: 'No one decided anything.',
  documents: 'No documents are attached.',
  payments: 'No payments.',
  paymentEvents: 'Nothing happened to payments.',
  ledgerEntries: 'Nothing was posted.',
  accounting: 'Nothing is for the accounting system.',
  history: 'No history.',
}
/** What only bills have. */
const OF_BILLS: ReadonlySet<SectionName> = new Set(['payments', 'paymentEvents', 'ledgerEntries', 'accounting'])

const instantText = (iso: string): string => `${dayText(iso.slice(0, 10))}, ${iso.slice(11, 19)} UTC`
const when = (label: string, at: string | null): [string, string][] => (at === null ? [] : [[label, instantText(at)]])
const fact = (label: string, value: string | null | undefined): [string, string][] => (value ? [[label, value]] : [])
const amountText = (value: number, currency: string): string => formatMoney({ value, currency: currency as Currency })

const itemsOf = ({ sections, names }: EvidenceParts): Record<SectionName, Item[]> => {
  const known = new Map(Object.entries(names))
  return {
    versions: sections.versions.map(({ version, at, by, content, changes, contentSha256 }, i) => ({
      title: `Version ${version}${by ? `, by ${by.name}` : ''}`,
      at,
      facts: [
        ...(i === 0
          ? contentFacts(content, known)
          : changes.map((change): [string, string] => [change.what, changeText(change, content, known)])),
        ['SHA-256', contentSha256],
      ],
    })),
    steps: sections.steps.map((step) => ({
      title: `Level ${step.level + 1}: ${step.label}`,
      facts: [
        ...fact('Why', step.why),
        ...fact('Asked', step.asked.map(({ name }) => name).join(', ')),
        ...when('Asked since', step.askedAt),
        ...when('Emailed', step.emailedAt),
        ['Result', inWords(step.status)],
        ...when('Decided', step.decidedAt),
      ],
    })),
    decisions: sections.decisions.map((decision) => ({
      title: `${decision.by.name}: ${inWords(decision.what)}`,
      at: decision.at,
      facts: [
        ['Step', decision.step],
        ...fact('On behalf of', decision.onBehalfOf?.name),
        ...fact('Saw', decision.versionSeen === null ? null : `version ${decision.versionSeen}`),
        ...fact('By', decision.impersonatorId && 'someone acting for them'),
        ...fact('With', decision.apiKeyId && 'an API key'),
        ...fact('Comment', decision.comment),
      ],
    })),
    documents: sections.documents.map(({ name, size, sha256, addedAt, addedBy }) => ({
      title: name,
      at: addedAt,
      facts: [
        ...fact('Added by', addedBy?.name),
        ['Size', `${size.toLocaleString('en-US')} bytes`],
        ['SHA-256', sha256],
      ],
    })),
    payments: sections.payments.map((payment) => ({
      title: `${amountText(payment.amount, payment.currency)}: ${inWords(payment.status)}`,
      facts: [
        ...fact('Started by', payment.startedBy?.name),
        ...when('Started', payment.startedAt),
        ...when('Paid', payment.paidAt),
        ...when('Returned', payment.returnedAt),
        ...fact('At the provider', payment.providerId),
        ['Attempts', String(payment.attempts)],
      ],
    })),
    paymentEvents: sections.paymentEvents.map((event) => ({
      title: inWords(event.what),
      at: event.at,
      facts: [
        ...fact('By', event.by?.name),
        ...Object.entries(event.details).map(([key, value]): [string, string] => [inWords(key), String(value)]),
      ],
    })),
    ledgerEntries: sections.ledgerEntries.map((entry) => ({
      title: entry.memo,
      at: entry.postedAt,
      facts: [
        ['Date', dayText(entry.date)],
        ...fact('By', entry.by?.name),
        ...fact('Reverses', entry.reverses && 'an earlier entry'),
        ...entry.postings.map((posting): [string, string] => [
          posting.amount < 0 ? 'Credit' : 'Debit',
          `${amountText(Math.abs(posting.amount), posting.currency)} ${inWords(posting.account)}${
            posting.erpAccount ? ` (${posting.erpAccount.name})` : ''
          }, ${dayText(posting.date)}`,
        ]),
      ],
    })),
    accounting: sections.accounting.map((entry) => ({
      title: `${entry.title}: ${inWords(entry.state)}`,
      at: entry.syncedAt,
      facts: [...fact('Id there', entry.erpId), ...fact('Address', entry.url), ...fact('Refused', entry.error)],
    })),
    history: sections.history.map(({ sequence, by, at, message, entryHash }) => ({
      title: message,
      at,
      facts: [...fact('By', by?.name), ['In the log', `Entry ${sequence}, ${entryHash.slice(0, 16)}…`]],
    })),
  }
}

const LABELS = 100
const INDENT = 12
const SMALL = 8

const ABOUT =
  'This file and the JSON file of the same name were made together. The JSON file has everything that is here, the hash of ' +
  'this PDF, and what proves that the history is in the company’s log. The last page says how to check both without Outlay.'
const LOST = 'Some characters have no letters here. They are in the JSON file.'

/** @param font a font's file, for text that isn't Latin */
export const evidencePdf = async (parts: EvidenceParts, font: Uint8Array): Promise<Uint8Array> => {
  const pdf = await PDFDocument.create()
  const faces = await Faces.make(pdf, font)
  const { regular, bold } = faces
  const sheet = new Sheet(() => pdf.addPage(PAGE_SIZE))
  const { subject, made } = parts
  const digest = digestOf(parts)
  const line = (label: string, value: string, x = 0): void => {
    sheet.text(label, bold, { x, width: LABELS, size: 9 })
    sheet.gap(-9 * 1.45)
    sheet.text(value, regular, { x: x + LABELS, size: 9 })
  }
  sheet.text('Evidence pack', bold, { size: 20 })
  sheet.gap(4)
  sheet.text(`${kindLabel(subject.type as 'BILL')}: ${subject.name}`, bold, { size: 13 })
  sheet.gap(6)
  line('Company', subject.company.name)
  line('Status', inWords(subject.status))
  line('Made', `${instantText(made.at)}, by ${made.by.name}`)
  line('Digest', digest)
  sheet.gap(6)
  sheet.text(ABOUT, regular, { size: 9 })
  const items = itemsOf(parts)
  for (const name of SECTION_NAMES) {
    if (OF_BILLS.has(name) && subject.type !== 'BILL') continue
    sheet.gap(16)
    sheet.together(70)
    sheet.text(SECTIONS[name], bold, { size: 13, right: String(items[name].length) })
    sheet.rule()
    sheet.gap(2)
    if (items[name].length === 0) sheet.text(NONE[name], regular)
    for (const item of items[name]) {
      sheet.gap(6)
      sheet.together(34)
      const at = item.at ? instantText(item.at) : ''
      const width = SHEET_WIDTH - (at ? regular.widthOfTextAtSize(at, TEXT_SIZE) + 12 : 0)
      sheet.text(item.title, bold, { width, right: at, rightFont: regular })
      for (const [label, value] of item.facts) line(label, value, INDENT)
    }
  }
  sheet.gap(16)
  sheet.together(70)
  sheet.text('How to check this pack', bold, { size: 13 })
  sheet.rule()
  for (const way of HOW_TO_CHECK) {
    sheet.gap(4)
    sheet.text(way, regular, { size: 9 })
  }
  const pages = pdf.getPages()
  for (const [i, page] of pages.entries()) {
    const number = `Page ${i + 1} of ${pages.length}`
    const [left, right] = [56, 595 - 56]
    regular.draw(page, `Outlay evidence pack ${digest.slice(0, 16)}…`, { x: left, y: 30, size: SMALL })
    regular.draw(page, number, { x: right - regular.widthOfTextAtSize(number, SMALL), y: 30, size: SMALL })
    if (i === 0 && faces.lost) regular.draw(page, LOST, { x: left, y: 42, size: SMALL })
  }
  const at = new Date(made.at)
  pdf.setTitle(`Evidence pack: ${subject.name}`)
  pdf.setAuthor(subject.company.name)
  pdf.setCreator('Outlay')
  pdf.setProducer('Outlay')
  pdf.setCreationDate(at)
  pdf.setModificationDate(at)
  return faces.save()
}
