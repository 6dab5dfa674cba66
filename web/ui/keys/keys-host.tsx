import { lazy, Suspense } from 'react'
import { lateCode } from '../../lib/connection/chunk-error.ts'
import { closeKeys, openKeys, useKeysOpened } from './shown-keys.ts'
import { useSingleKeys } from './single-keys.ts'

const KeysDialog = lazy(lateCode(() => import('./keys-dialog.tsx').then((module) => ({ default: module.KeysDialog }))))

/** `?` lists the keys that work on this screen. */
export const KeysHost = ({ search }: { search: string | null }) => {
  const opened = useKeysOpened()
  useSingleKeys({ '?': openKeys })
  if (!opened) return null
  return (
    <Suspense fallback={null}>
      <KeysDialog search={search} onClose={closeKeys} />
    </Suspense>
  )
}
