import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parse } from 'yaml'
import { amountCell, csvOf } from '../../../worker/core/csv.ts'
import { fileText } from '../../../worker/features/platform/configuration/file.ts'
import { LINE_POINTS, NAMES, NAMES_AT, namesPdf, type WrittenName } from '../../support/names/scripts.ts'
import { YAML_TEXTS } from '../../support/names/yaml-texts.ts'
import { spreadsheetDifferences } from './libreoffice.ts'

/** Our files in other people's programs: poppler, MuPDF, PyYAML, hledger and LibreOffice, as Debian has them. */

export interface ProgramRead {
  program: string
  /** Debian's package, if it isn't installed. */
  missing: string | null
  differences: string[]
}

const run = (program: string, ...args: string[]): string =>
  execFileSync(program, args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] })

const read = (program: string, from: string, work: () => string[]): ProgramRead => {
  try {
    return { program, missing: null, differences: work() }
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return { program, missing: from, differences: [] }
    return { program, missing: null, differences: [String(error)] }
  }
}

const BIDI_MARKS = /[\u200e\u200f\u202a-\u202e\u2066-\u2069]/g
const wordsOf = (text: string): string[] => text.replaceAll(BIDI_MARKS, '').split(/\s+/).filter(Boolean)

const DIGITS = /[\d\u0660-\u0669\u06f0-\u06f9]+/g
const lettersOf = (words: readonly string[]): string => [...words.join('')].toSorted().join('')

/** Programs order words from the right by either end, so that their letters are compared, and numbers as they are. */
const isRead = ({ name, shown = name, isRight }: WrittenName, found: string): boolean => {
  const [words, others] = [wordsOf(shown), wordsOf(found)]
  if (!isRight) return words.join(' ') === others.join(' ')
  const numbers = shown.match(DIGITS) ?? []
  return lettersOf(words) === lettersOf(others) && numbers.every((number) => found.includes(number))
}

const textDifferences = (text: string): string[] => {
  const lines = text.split('\n').filter((line) => line.trim() !== '' && line !== '\f')
  return NAMES.flatMap((each, at) => (isRead(each, lines[at] ?? '') ? [] : [`${each.name}: ${lines[at]}`]))
}

/** Names without ink, in a picture of one point a dot (PGM). */
const unseen = (picture: Buffer): string[] => {
  const [, width = '0', height = '0'] =
    /^P5\s(?:#.*\s)*(\d+)\s(\d+)\s\d+\s/.exec(picture.toString('latin1', 0, 200)) ?? []
  const dots = picture.subarray(picture.length - Number(width) * Number(height))
  const top = Number(height) - NAMES_AT.top
  return NAMES.flatMap(({ name }, line) => {
    const from = top + line * LINE_POINTS - 12
    const band = dots.subarray(from * Number(width), (from + 15) * Number(width))
    return band.some((dot) => dot < 128) ? [] : [`${name} can’t be seen`]
  })
}

const PYYAML = `import sys, yaml
with open(sys.argv[1], encoding='utf-8') as file: data = yaml.safe_load(file)
with open(sys.argv[2], 'w', encoding='utf-8') as file: yaml.safe_dump(data, file)`

/** Numbers that a program of YAML 1.1 writes without quotes are read by our own reader as the texts that they are. */
const asText = (value: unknown, source: string): boolean => value === source || Number(value) === Number(source)

const AMOUNTS = [123_456_789, -1_250, 5, 0]

export const programReads = async (): Promise<ProgramRead[]> => {
  const folder = mkdtempSync(join(tmpdir(), 'outlay-programs-'))
  const at = (name: string) => join(folder, name)
  try {
    const require = createRequire(import.meta.url)
    const font = readFileSync(require.resolve('dejavu-fonts-ttf/ttf/DejaVuSansCondensed.ttf'))
    writeFileSync(at('names.pdf'), (await namesPdf(font)).bytes)
    const content = Object.fromEntries(YAML_TEXTS.map((text, index) => [text, index]))
    writeFileSync(
      at('a.yaml'),
      await fileText({ currency: 'USD' }, [
        ['values', YAML_TEXTS],
        ['keys', content],
      ]),
    )
    const rows = AMOUNTS.map((value) => ['2026-11-20', 'Acme; -5%', amountCell({ value, currency: 'USD' }), 'USD'])
    writeFileSync(at('a.csv'), csvOf([['Date', 'Vendor', 'Amount', 'Currency'], ...rows]).replace('\uFEFF', ''))
    writeFileSync(at('a.rules'), 'skip 1\nfields date,description,amount,currency\naccount1 bank\n')
    return [
      read('poppler', 'poppler-utils', () => {
        run('pdftoppm', '-gray', '-r', '72', '-singlefile', at('names.pdf'), at('poppler'))
        return [
          ...textDifferences(run('pdftotext', '-layout', at('names.pdf'), '-')),
          ...unseen(readFileSync(at('poppler.pgm'))),
        ]
      }),
      read('MuPDF', 'mupdf-tools', () => {
        run('mutool', 'draw', '-q', '-c', 'gray', '-r', '72', '-o', at('mupdf.pgm'), at('names.pdf'))
        const text = run('mutool', 'draw', '-q', '-F', 'txt', at('names.pdf'))
        return [...textDifferences(text), ...unseen(readFileSync(at('mupdf.pgm')))]
      }),
      read('PyYAML', 'python3-yaml', () => {
        run('/usr/bin/python3', '-c', PYYAML, at('a.yaml'), at('b.yaml'))
        const { values, keys } = parse(readFileSync(at('b.yaml'), 'utf8')) as { values: unknown[]; keys: object }
        const lost = YAML_TEXTS.filter((text, index) => !asText(values[index], text))
        return [...lost, ...(Object.keys(keys).length === YAML_TEXTS.length ? [] : ['keys'])]
      }),
      read('LibreOffice', 'libreoffice-calc', () => spreadsheetDifferences(folder, run)),
      read('hledger', 'hledger', () => {
        const register = run('hledger', '-f', at('a.csv'), '--rules-file', at('a.rules'), 'print', '-O', 'csv')
        const found = [...register.matchAll(/"bank","(-?[\d.]+)"/g)].map(([, amount]) => Number(amount))
        const wanted = AMOUNTS.map((value) => value / 100)
        return JSON.stringify(found) === JSON.stringify(wanted) ? [] : [`${found.join(' ')} for ${wanted.join(' ')}`]
      }),
    ]
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

export const programsText = (reads: ProgramRead[]): string =>
  reads
    .map(({ program, missing, differences }) =>
      missing ? `${program}: not installed (Debian: ${missing})` : `${program}: ${differences.length} differences`,
    )
    .join('\n')

export const missedPrograms = (reads: ProgramRead[]): string[] =>
  reads.flatMap(({ program, differences }) =>
    differences.map((difference) => `${program} reads differently: ${difference}`),
  )
