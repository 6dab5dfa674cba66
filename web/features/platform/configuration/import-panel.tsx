import { Button, FileInput } from '@mantine/core'
import { IconFileCode } from '@tabler/icons-react'
import { type FormEvent, useState } from 'react'
import { MAX_FILE_CHARACTERS } from '../../../../schema/platform/configuration/values.ts'
import { formatNumber } from '../../../lib/format.ts'
import { TextArea } from '../../../ui/fields/text-area.tsx'
import classes from './configuration.module.css'
import { DifferenceView } from './difference-view.tsx'

interface Read {
  number: number
  name: string
  text: string
}

const TOO_LARGE = `The file is too large: at most ${formatNumber(MAX_FILE_CHARACTERS)} characters`

/** A file or its text, and what it would change. */
export const ImportPanel = () => {
  const [file, setFile] = useState<File | null>(null)
  const [text, setText] = useState('')
  const [fault, setFault] = useState<string | null>(null)
  const [read, setRead] = useState<Read | null>(null)

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (file && file.size > MAX_FILE_CHARACTERS * 4) return setFault(TOO_LARGE)
    const given = file ? await file.text() : text
    if (given.trim() === '') return setFault('Choose a file or paste its text')
    if (given.length > MAX_FILE_CHARACTERS) return setFault(TOO_LARGE)
    setFault(null)
    setRead((before) => ({ number: (before?.number ?? 0) + 1, name: file?.name ?? 'Pasted text', text: given }))
  }

  return (
    <section className={classes.section} aria-label="Import">
      <h2 className={classes.heading}>Import</h2>
      <form className={classes.form} onSubmit={(event) => void submit(event)} noValidate>
        <p className={classes.text}>
          First you see what a file would change. Nothing is changed until you import it, and an import can be undone.
          Requests in progress keep their forms and approvals.
        </p>
        <FileInput
          label="File"
          placeholder="Choose a file"
          accept=".yaml,.yml,application/yaml,text/yaml"
          leftSection={<IconFileCode size={16} aria-hidden />}
          clearable
          value={file}
          onChange={setFile}
          error={fault}
        />
        {!file && (
          <TextArea
            label="Or paste its text"
            classNames={{ input: classes.code }}
            spellCheck={false}
            value={text}
            onChange={(event) => setText(event.currentTarget.value)}
            minRows={4}
            maxRows={12}
            autosize
          />
        )}
        <div>
          <Button type="submit" variant={read ? 'default' : 'filled'}>
            Compare
          </Button>
        </div>
      </form>
      {read && <DifferenceView key={read.number} read={read} onImported={() => setRead(null)} />}
    </section>
  )
}
