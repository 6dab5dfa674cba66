import { Button } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { DOCUMENT_KINDS, type DocumentKind, KIND_WORDS } from '../../../../schema/documents/documents/expiry.ts'
import type { Question } from '../../../../schema/requests/forms/form.ts'
import { isApiError } from '../../../lib/errors.ts'
import { useCommand } from '../../../lib/use-command.ts'
import { Select } from '../../../ui/choices/select.tsx'
import { CalendarDateText, DateText } from '../../../ui/date-text.tsx'
import { CalendarDateField } from '../../../ui/fields/calendar-date-field.tsx'
import { PublicFiles } from '../../requests/sourcing/index.ts'
import {
  type Description,
  type DocumentTarget,
  type HeldDocument,
  useEarlierDocuments,
  useFormDocuments,
  type VendorDocument,
} from './document-api.ts'
import classes from './vendor-forms.module.css'

/** Documents in a vendor's form: each with what it is and until when it is valid, and those that were given before. */

const KINDS = DOCUMENT_KINDS.map((value) => ({ value, label: KIND_WORDS[value] }))

interface AboutProps {
  target: DocumentTarget
  question: Question
  documentId: string
  fileName: string
  said: VendorDocument | undefined
}

const About = ({ target, question, documentId, fileName, said }: AboutProps) => {
  const client = useQueryClient()
  const describe = useCommand({
    run: (body: Description, { commandId }) => target.describe(documentId, body, commandId),
    onSuccess: (next) => {
      client.setQueryData<VendorDocument[]>([...target.key, 'documents'], (list = []) => [
        next,
        ...list.filter(({ id }) => id !== next.id),
      ])
    },
    onError: (error) => isApiError(error) && error.fields !== undefined,
  })
  const problem = isApiError(describe.error) ? describe.error.fields?.expiresOn : undefined
  const asksExpiry = question.documentExpiry !== 'NOT_ASKED'
  if (question.documentKind && !asksExpiry) return null
  return (
    <div className={classes.about}>
      {!question.documentKind && (
        <Select
          label="What is it?"
          aria-label={`What is ${fileName}?`}
          placeholder="Choose"
          data={KINDS}
          allowDeselect={false}
          value={said?.kind ?? null}
          onChange={(kind) => describe.send({ kind: kind as DocumentKind })}
        />
      )}
      {asksExpiry && (
        <CalendarDateField
          label="Valid until"
          aria-label={`${fileName} is valid until`}
          required={question.documentExpiry === 'REQUIRED'}
          value={said?.expiresOn ?? null}
          onChange={(expiresOn) =>
            describe.send({ expiresOn, ...(question.documentKind && { kind: question.documentKind }) })
          }
          error={problem}
        />
      )}
    </div>
  )
}

interface EarlierDocumentsProps {
  question: Question
  documents: readonly HeldDocument[]
  isPending: boolean
  onUse: (document: HeldDocument) => void
}

/** What the vendor gave before and could give again here. Choosing it copies the file. */
const EarlierDocuments = ({ question, documents, isPending, onUse }: EarlierDocumentsProps) => {
  const fitting = [
    // The newest of those that were given to several customers.
    ...new Map(
      documents
        .filter(({ kind }) => !question.documentKind || kind === question.documentKind)
        .toReversed()
        .map((document) => [`${document.fileName} ${document.expiresOn}`, document]),
    ).values(),
  ]
    .toReversed()
    .slice(0, 5)
  if (fitting.length === 0) return null
  return (
    <ul className={classes.earlierDocuments} aria-label={`Documents given before, for ${question.label}`}>
      {fitting.map((document) => (
        <li key={`${document.company.id} ${document.id}`} className={classes.earlier}>
          <span>
            You gave {document.company.name} <strong>{document.fileName}</strong> ({KIND_WORDS[document.kind]}) on{' '}
            <DateText instant={document.givenAt} />
            {document.expiresOn && (
              <>
                , valid until <CalendarDateText date={document.expiresOn} />
              </>
            )}
          </span>
          <Button
            variant="subtle"
            size="compact-sm"
            loading={isPending}
            aria-label={`Use this document for ${question.label}: ${document.fileName}`}
            onClick={() => onUse(document)}
          >
            Use this document
          </Button>
        </li>
      ))}
    </ul>
  )
}

interface VendorFilesProps {
  target: DocumentTarget
  names: Readonly<Record<string, string>>
  question: Question
  value: string[]
  error: string | undefined
  onChange: (questionId: string, value: string[]) => void
}

export const VendorFiles = ({ target, names, question, value, error, onChange }: VendorFilesProps) => {
  const client = useQueryClient()
  const { data: documents = [] } = useFormDocuments(target)
  const { data: earlier = [] } = useEarlierDocuments(target, true)
  const use = useCommand({
    run: (document: HeldDocument, { commandId }) => {
      if (!target.earlier) throw new Error('Nothing was given before')
      return target.earlier.use(document, commandId)
    },
    success: 'Document added',
    onSuccess: (copy) => {
      client.setQueryData<VendorDocument[]>([...target.key, 'documents'], (list = []) => [copy, ...list])
      onChange(question.id, [...value, copy.id])
    },
  })
  const known = { ...names, ...Object.fromEntries(documents.map(({ id, fileName }) => [id, fileName])) }
  // What is in the form already is not offered again.
  const taken = new Set(value.flatMap((id) => known[id] ?? []))
  return (
    <PublicFiles
      send={target.upload}
      known={known}
      question={question}
      value={value}
      error={error}
      onChange={onChange}
      href={target.href}
      details={(documentId, fileName) => (
        <About {...{ target, question, documentId, fileName }} said={documents.find(({ id }) => id === documentId)} />
      )}
    >
      <EarlierDocuments
        question={question}
        documents={earlier.filter(({ fileName }) => !taken.has(fileName))}
        isPending={use.isPending}
        onUse={use.send}
      />
    </PublicFiles>
  )
}
