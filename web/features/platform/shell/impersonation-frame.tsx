import { Button } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconEye } from '@tabler/icons-react'
import { lazy, type ReactNode, Suspense, useEffect } from 'react'
import { fullName } from '../../../../schema/shared/values.ts'
import { lateCode } from '../../../lib/connection/chunk-error.ts'
import { forget, recall, remember } from '../../../lib/kept/remembered.ts'
import { toastSuccess } from '../../../lib/toasts.ts'
import { useCommand } from '../../../lib/use-command.ts'
import { endViewAs, useSession } from '../session/index.ts'
import classes from './shell.module.css'

const ActDialog = lazy(lateCode(() => import('./act-dialog.tsx').then((module) => ({ default: module.ActDialog }))))
const BACK_AS_SELF = 'You are now viewing as yourself'
const SAID_AFTER_LOAD = 'after-load'

/**
 * Shown while the session has an impersonator: a border around everything, who it is, what is possible, and the way
 * back.
 */
export const ImpersonationFrame = ({ children }: { children: ReactNode }) => {
  const session = useSession()
  const [acting, dialog] = useDisclosure(false)
  const back = useCommand({
    run: (_: undefined, { commandId }) => endViewAs(commandId),
    onSuccess: () => {
      remember(SAID_AFTER_LOAD, BACK_AS_SELF)
      window.location.assign('/')
    },
  })
  useEffect(() => {
    const text = recall(SAID_AFTER_LOAD)
    if (typeof text !== 'string') return
    forget(SAID_AFTER_LOAD)
    toastSuccess(text)
  }, [])
  if (!session.impersonatorId) return children
  return (
    <div className={classes.impersonation}>
      <div className={classes.impersonationBar} role="status">
        <IconEye size={16} aria-hidden />
        <span>
          Viewing as <strong>{fullName(session)}</strong>
        </span>
        <span className={classes.impersonationMode}>
          {session.actingReason === null ? 'View only' : `Acting on their behalf: ${session.actingReason}`}
        </span>
        {session.actingReason === null && (
          <Button size="compact-sm" variant="white" onClick={dialog.open}>
            Act on their behalf
          </Button>
        )}
        <Button
          size="compact-sm"
          variant="white"
          loading={back.isPending || back.isSuccess}
          onClick={() => back.send(undefined)}
        >
          Back
        </Button>
      </div>
      {acting && (
        <Suspense fallback={null}>
          <ActDialog member={session} onClose={dialog.close} />
        </Suspense>
      )}
      {children}
    </div>
  )
}
