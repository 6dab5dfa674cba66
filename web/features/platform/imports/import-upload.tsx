import { Alert, Progress } from '@mantine/core'
import { useEffect, useRef, useState } from 'react'
import { MAX_IMPORT_BYTES } from '../../../../schema/shared/imports.ts'
import { errorMessage } from '../../../lib/errors.ts'
import { FileDrop } from '../../../ui/file-drop.tsx'
import classes from './imports.module.css'

interface ImportUploadProps {
  id: string
  label: string
  /** What the file has to be. */
  hint: string
  /** Sends the file. Throws UploadError with what is wrong with it. */
  send: (file: File, onProgress: (share: number) => void, signal: AbortSignal) => Promise<string>
  /** @param importId of the import that was made from it */
  onSent: (importId: string) => void
}

/** Choosing the file of an import. */
export const ImportUpload = ({ id, label, hint, send, onSent }: ImportUploadProps) => {
  const [share, setShare] = useState<number | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const controller = useRef<AbortController | null>(null)
  useEffect(() => () => controller.current?.abort(), [])

  const upload = async ([file]: File[]) => {
    if (!file || share !== null) return
    setProblem(null)
    if (file.size > MAX_IMPORT_BYTES) {
      setProblem('The file is larger than 10 MB. Split it into several files.')
      return
    }
    setShare(0)
    controller.current = new AbortController()
    try {
      onSent(await send(file, setShare, controller.current.signal))
    } catch (error) {
      if (!(error instanceof DOMException && error.name === 'AbortError')) setProblem(errorMessage(error))
    } finally {
      setShare(null)
    }
  }

  return (
    <div className={classes.upload}>
      <FileDrop
        id={id}
        label={label}
        single
        kinds="CSV"
        extensions={['csv', 'tsv', 'txt']}
        maxBytes={MAX_IMPORT_BYTES}
        invalid={problem !== null}
        onFiles={(files) => void upload(files)}
      />
      {share !== null && (
        <Progress aria-label="Reading the file" value={Math.max(5, share * 100)} animated={share >= 1} />
      )}
      {problem && (
        <Alert color="red" role="alert" title="This file cannot be imported">
          {problem}
        </Alert>
      )}
      <p className={classes.hint}>{hint}</p>
    </div>
  )
}
