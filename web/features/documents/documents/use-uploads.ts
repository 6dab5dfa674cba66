import { useCallback, useEffect, useRef, useState } from 'react'
import { refusedFilesMessage } from '../../../../schema/documents/documents/uploads.ts'
import { errorMessage } from '../../../lib/errors.ts'
import { toastError } from '../../../lib/toasts.ts'
import { uploadDocument } from './upload.ts'

export interface Upload {
  key: string
  fileName: string
  size: number
  /** 0 to 1. */
  progress: number
}

/** Uploads chosen files one after another. If one isn't allowed, none is uploaded. */
export const useUploads = (
  onUploaded: (documentId: string, file: File) => void,
  send: typeof uploadDocument = uploadDocument,
) => {
  const [uploads, setUploads] = useState<Upload[]>([])
  const [problem, setProblem] = useState<string | null>(null)
  const cancels = useRef(new Map<string, AbortController>())
  const queue = useRef(Promise.resolve())
  const uploaded = useRef(onUploaded)
  const sender = useRef(send)
  useEffect(() => {
    uploaded.current = onUploaded
  })
  useEffect(() => {
    const running = cancels.current
    return () => {
      for (const controller of running.values()) controller.abort()
    }
  }, [])

  const uploadOne = useCallback(async (key: string, file: File): Promise<void> => {
    const controller = cancels.current.get(key)
    if (!controller || controller.signal.aborted) return
    try {
      const onProgress = (progress: number): void =>
        setUploads((list) => list.map((upload) => (upload.key === key ? { ...upload, progress } : upload)))
      uploaded.current(await sender.current(file, onProgress, controller.signal), file)
    } catch (error) {
      if (!controller.signal.aborted) toastError(errorMessage(error))
    } finally {
      cancels.current.delete(key)
      setUploads((list) => list.filter((upload) => upload.key !== key))
    }
  }, [])

  const add = useCallback(
    (files: File[]): void => {
      const refused = refusedFilesMessage(files.map((file) => file.name))
      setProblem(refused)
      if (refused) return
      const added = files.map((file) => ({ key: crypto.randomUUID(), file }))
      setUploads((list) => [
        ...list,
        ...added.map(({ key, file }) => ({ key, fileName: file.name, size: file.size, progress: 0 })),
      ])
      for (const { key, file } of added) {
        cancels.current.set(key, new AbortController())
        queue.current = queue.current.then(() => uploadOne(key, file))
      }
    },
    [uploadOne],
  )

  const cancel = useCallback((key: string): void => {
    cancels.current.get(key)?.abort()
    setUploads((list) => list.filter((upload) => upload.key !== key))
  }, [])

  return { uploads, problem, add, cancel }
}
