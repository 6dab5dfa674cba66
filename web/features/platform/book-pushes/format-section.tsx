import { Anchor, Button, CopyButton, SegmentedControl } from '@mantine/core'
import { IconCheck, IconCopy } from '@tabler/icons-react'
import { useState } from 'react'
import { exampleCsv, exampleNdjson } from '../../../../schema/platform/book-pushes/examples.ts'
import {
  PUSHED_KINDS,
  type PushedKind,
  pushedColumns,
  REQUIRED_COLUMNS,
} from '../../../../schema/platform/book-pushes/rows.ts'
import { to } from '../../../lib/address.ts'
import { AppLink } from '../../../ui/app-link.tsx'
import { Section } from '../../../ui/details.tsx'
import { OptionSelect } from '../../../ui/fields/option-select.tsx'
import classes from './book-pushes.module.css'
import { KIND_NAMES } from './words.ts'

type Format = 'csv' | 'ndjson'
const TYPES: Record<Format, string> = { csv: 'text/csv', ndjson: 'application/x-ndjson' }
const FORMATS = [
  { value: 'csv', label: 'CSV' },
  { value: 'ndjson', label: 'NDJSON' },
]
const KINDS = PUSHED_KINDS.map((value) => ({ value, label: KIND_NAMES[value] }))

const commands = (origin: string, kind: PushedKind, format: Format): string =>
  [
    `curl -X POST ${origin}/api/custom-sync/2026-11-24/${kind} \\`,
    '  -H "Authorization: Bearer $OUTLAY_KEY" \\',
    `  -H "Content-Type: ${TYPES[format]}" \\`,
    `  -H "Idempotency-Key: 2026-11-24-${kind}" \\`,
    `  --data-binary @${kind}.${format}`,
    '',
    `curl -X POST ${origin}/api/custom-sync/2026-11-24/complete \\`,
    '  -H "Authorization: Bearer $OUTLAY_KEY" -H "Content-Type: application/json" -d "{}"',
  ].join('\n')

const Copy = ({ value, what }: { value: string; what: string }) => (
  <CopyButton value={value} timeout={3000}>
    {({ copied, copy }) => (
      <Button
        size="xs"
        variant="default"
        leftSection={copied ? <IconCheck size={14} aria-hidden /> : <IconCopy size={14} aria-hidden />}
        onClick={copy}
      >
        <span aria-live="polite">{copied ? 'Copied' : `Copy ${what}`}</span>
      </Button>
    )}
  </CopyButton>
)

const Block = ({ label, value, what }: { label: string; value: string; what: string }) => (
  <figure className={classes.block}>
    <figcaption className={classes.caption}>
      {label}
      <Copy value={value} what={what} />
    </figcaption>
    {/* biome-ignore lint/a11y/noNoninteractiveTabindex: long lines scroll, also by keyboard */}
    <pre className={classes.code} tabIndex={0}>
      {value}
    </pre>
  </figure>
)

const Columns = ({ kind }: { kind: PushedKind }) => (
  <p className={classes.columns}>
    {pushedColumns(kind).map((column) => (
      <code key={column} data-required={REQUIRED_COLUMNS[kind].includes(column) || undefined}>
        {column}
        {REQUIRED_COLUMNS[kind].includes(column) && <span aria-hidden>*</span>}
      </code>
    ))}
  </p>
)

/** Where and how the company's own system pushes, with lines to copy. */
export const FormatSection = () => {
  const [kind, setKind] = useState<PushedKind>('transactions')
  const [format, setFormat] = useState<Format>('csv')
  const { origin } = window.location
  const address = `${origin}/api/custom-sync/{generation}/{kind}`
  return (
    <Section id="how" title="How to push">
      <ol className={classes.steps}>
        <li>
          Create a key under{' '}
          <Anchor component={AppLink} href={to('/settings/api-keys')} underline="always">
            API keys
          </Anchor>
          .
        </li>
        <li>
          Push one file for each kind into a generation, which has any name you choose, such as the date. Nothing
          changes yet.
        </li>
        <li>
          Complete the generation. Outlay checks that everything fits together, then it replaces what you pushed before.
          Rows that are missing are removed, kinds that you left out stay, and so do your mappings.
        </li>
      </ol>
      <Block label="Address" value={address} what="address" />
      <div className={classes.choices}>
        <OptionSelect
          label="Kind"
          required
          options={KINDS}
          value={kind}
          onChange={(value) => value && setKind(value as PushedKind)}
        />
        <SegmentedControl
          aria-label="Format"
          data={FORMATS}
          value={format}
          onChange={(value) => setFormat(value as Format)}
        />
      </div>
      <p className={classes.caption}>Columns (* required)</p>
      <Columns kind={kind} />
      <Block
        label={`Example of ${KIND_NAMES[kind].toLowerCase()}`}
        value={format === 'csv' ? exampleCsv(kind) : exampleNdjson(kind)}
        what="example"
      />
      {kind === 'transactions' && (
        <p className={classes.note}>
          One row for each line of a document. Debits are positive and credits negative, so costs are positive and
          income negative. The same documentId and lineId must mean the same line each time.
        </p>
      )}
      <Block label="With curl" value={commands(origin, kind, format)} what="commands" />
      <p className={classes.note}>
        Up to 64 MB and 200,000 rows a file; push more as ?part=1, ?part=2. Add ?rows=N and Outlay refuses a file that
        was cut off. With transactionsFrom in the last call, only transactions of that day and later are replaced.
      </p>
    </Section>
  )
}
